"""What an assistant is given of a session: turn packs, counted tokens, working memory."""
