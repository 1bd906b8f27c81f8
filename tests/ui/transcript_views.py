"""What the tests of the transcript read off the widget."""

from __future__ import annotations

from satchel.ui.widgets.transcript import Transcript

SIZE = (588, 560)


def tops(transcript: Transcript) -> dict[int, int]:
    """Where each visible message stands, by its `seq`."""
    return {
        transcript.rows[row.position].seq: row.y + transcript.row(row.position).ground.top()
        for row in transcript.scroller.placed
        if row.height
    }
