"""SessionBundles out and in, through a file on disk: memory does not grow with them."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

from satchel import __version__
from satchel.bundles.format import SUFFIX, Exporter
from satchel.bundles.names import file_stem
from satchel.bundles.reader import Bundle, BundleSession, open_bundle
from satchel.bundles.writer import BundleWriter
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import title_of
from satchel.domain.timestamps import from_datetime
from satchel_server import answers
from satchel_server.answers import Answer, document
from satchel_server.arrivals import take_in
from satchel_server.faults import ForbiddenLearner
from satchel_server.operations import Call, Operation, Takes

_PAGE: Final = 500
_PIECE: Final = 256 * 1024


def send(call: Call) -> Answer:
    session_id = call.name("sessionId")
    session = call.store.get_session(call.caller, session_id)
    session.pop("incarnation", None)  # a stamp of this server, worth nothing elsewhere
    given = session.pop("satchel", None)
    satchel = given if isinstance(given, dict) else None
    leaving = _Leaving()
    with BundleWriter(
        leaving.path,
        exporter=Exporter("satchel-server", __version__),
        bundle_id=call.services.new_id(),
        exported_at=from_datetime(call.services.clock()),
    ) as writer:
        records = call.store.stream_records(call.caller, session_id, _PAGE)
        writer.add_session(session, satchel, records)
    size = leaving.path.stat().st_size
    headers = {"Content-Length": str(size), "Content-Disposition": _named(satchel or {})}
    return Answer(200, leaving, answers.BUNDLE, headers)


def take(call: Call) -> Answer:
    """Nothing of a bundle comes in that holds a session of somebody else's."""
    assert call.file is not None
    with open_bundle(call.file) as bundle:
        _check_own(bundle, call.caller.learner_key)
        arrived: list[JsonValue] = [take_in(call, one) for one in bundle.sessions()]
        notes: list[JsonValue] = list(bundle.notes)
    return document({"sessions": arrived, "notes": notes})


def _check_own(bundle: Bundle, learner_key: str | None) -> None:
    """Raises `ForbiddenLearner`."""
    for one in bundle.sessions():
        if isinstance(one, BundleSession) and one.document.get("learnerKey") != learner_key:
            raise ForbiddenLearner


class _Leaving:
    """A file on its way out. It is gone when nobody needs it any more, also where nobody ever began to read it."""

    def __init__(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="satchel-leaving-"))
        self.path = folder / f"session{SUFFIX}"
        self._remove = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)

    def __iter__(self) -> Iterator[bytes]:
        try:
            with self.path.open("rb") as file:
                while piece := file.read(_PIECE):
                    yield piece
        finally:
            self._remove()


def _named(satchel: JsonObject) -> str:
    name = quote(file_stem(title_of(satchel)) + SUFFIX, safe="")
    return f"attachment; filename*=UTF-8''{name}"


OPERATIONS: Final = (
    Operation(
        "GET",
        "/runtime/sessions/{sessionId}/bundle",
        "sendBundle",
        "A session as a SessionBundle.",
        send,
        answer_media=answers.BUNDLE,
        codes=("SESSION_NOT_FOUND",),
    ),
    Operation(
        "POST",
        "/runtime/bundles",
        "takeBundle",
        "Take in the caller's own sessions from a SessionBundle. Nothing is overwritten or deleted.",
        take,
        takes=Takes.FILE,
        answer="Arrived",
        codes=("FORBIDDEN_LEARNER",),
    ),
)
