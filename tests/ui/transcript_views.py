"""What the tests of the transcript read off the widget."""

from __future__ import annotations

from satchel.ui.widgets.transcript import Transcript

SIZE = (588, 560)


def tops(transcript: Transcript) -> dict[int, int]:
    """Where each visible message stands, by its `seq`; a row of which only a heading is seen is left out."""
    found = {}
    for placed in transcript.scroller.placed:
        ground = transcript.row(placed.position).ground
        if ground.height() and placed.y + ground.top() < transcript.scroller.view:
            found[transcript.rows[placed.position].seq] = placed.y + ground.top()
    return found
