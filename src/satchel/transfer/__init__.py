"""Sessions into and out of files, for one profile: what the command line and the windows share."""
