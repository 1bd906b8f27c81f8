"""`satchel bundle export` and what another profile makes of the file."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Cli, one_sentence


@pytest.fixture
def filled(cli: Cli) -> Cli:
    cli.new("s1", "--title", "Halves 一半")
    cli.json("session", "append", "s1", "Write to mei@example.org, or call +44 20 7946 0958")
    cli.new("s2", "--title", "Thirds")
    return cli


def outcomes(document: Any) -> dict[str, str]:
    return {one["id"]: one["outcome"] for file in document["files"] for one in file["sessions"]}


def other(cli: Cli, *words: str) -> Any:
    """The same command in another learner's profile."""
    return cli.json("--profile", "Other", *words)


def test_what_is_exported_is_imported_elsewhere_and_only_once(filled: Cli, tmp_path: Path) -> None:
    file = tmp_path / "all.sessionbundle"
    done = filled.json("bundle", "export", "--all", "-o", str(file))
    assert (done["file"], done["sessions"], done["records"]) == (str(file), 2, 1)
    assert (done["bytes"], done["redactions"]) == (file.stat().st_size, {})
    filled.json("profile", "new", "Other")
    expected = {"s1": "created", "s2": "created"}
    assert outcomes(other(filled, "bundle", "inspect", str(file))) == expected
    assert outcomes(other(filled, "bundle", "import", str(file))) == expected
    assert set(outcomes(other(filled, "bundle", "import", str(file))).values()) == {"unchanged"}
    here, there = filled.json("session", "show", "s1"), other(filled, "session", "show", "s1")
    assert here["records"] == there["records"]
    assert there["session"]["satchel"]["own"] is False


def test_personal_details_stay_behind_where_that_is_asked_for(filled: Cli, tmp_path: Path) -> None:
    file = tmp_path / "redacted.sessionbundle"
    done = filled.json("bundle", "export", "s1", "-o", str(file), "--redact")
    assert (done["redactions"]["email"], done["redactions"]["phone"]) == (1, 1)
    with zipfile.ZipFile(file) as bundle:
        everything = b"".join(bundle.read(name) for name in bundle.namelist())
    for word in (b"mei@example.org", b"7946", "一半".encode(), b'"s1"'):
        assert word not in everything


def test_a_locked_file_opens_with_its_passphrase_alone(filled: Cli, tmp_path: Path) -> None:
    file, key, wrong = (tmp_path / name for name in ("x.sessionbundle.age", "key", "wrong"))
    key.write_text("two pizzas, three friends\n")
    wrong.write_text("one pizza\n")
    filled.json("bundle", "export", "s1", "-o", str(file), "--passphrase-file", str(key))
    for words in ((), ("--passphrase-file", str(wrong))):
        answer = filled("bundle", "inspect", str(file), *words)
        assert answer.status == 1
        assert one_sentence(answer)
    found = filled.json("bundle", "inspect", str(file), "--passphrase-file", str(key))
    assert outcomes(found) == {"s1": "unchanged"}


def test_a_xavier_bundle_comes_back_as_what_it_was(filled: Cli, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    filled.json("bundle", "export", "s1", "-o", str(file), "--format", "xavier")
    assert outcomes(filled.json("bundle", "import", str(file))) == {"s1": "unchanged"}


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("s1",), 2),
        (("-o", "FILE"), 2),
        (("s1", "--all", "-o", "FILE"), 2),
        (("s1", "-o", "FILE", "--format", "pdf"), 2),
        (("nobody", "-o", "FILE"), 1),
        (("s1", "-o", "TAKEN"), 1),
        (("s1", "s2", "-o", "FILE", "--format", "xavier"), 1),
        (("s1", "-o", "FILE", "--passphrase-file", "NOWHERE"), 1),
    ],
)
def test_what_cannot_be_exported_is_told_and_leaves_no_file(
    filled: Cli, tmp_path: Path, words: tuple[str, ...], status: int
) -> None:
    taken, file = tmp_path / "taken", tmp_path / "file"
    taken.write_bytes(b"somebody else's")
    places = {"FILE": str(file), "TAKEN": str(taken), "NOWHERE": str(tmp_path / "nowhere")}
    answer = filled("bundle", "export", *(places.get(word, word) for word in words))
    assert answer.status == status
    assert one_sentence(answer)
    assert not file.exists()
    assert taken.read_bytes() == b"somebody else's"
