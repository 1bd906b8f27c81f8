from __future__ import annotations

import pytest

from satchel.cli.options import Options, WrongUsage, check_encoding, take_options


@pytest.mark.parametrize(
    "argv",
    [
        ["--data-dir", "d", "--profile=p", "--json", "--quiet", "session", "list", "--trash"],
        ["session", "--json", "list", "--quiet", "--trash", "--profile", "p", "--data-dir=d"],
        ["session", "list", "--trash", "--data-dir", "d", "--json", "--profile", "p", "--quiet"],
    ],
)
def test_they_stand_anywhere(argv: list[str]) -> None:
    assert take_options(argv) == (
        Options(data_dir="d", profile="p", json=True, quiet=True),
        ["session", "list", "--trash"],
    )


def test_behind_two_dashes_everything_is_text() -> None:
    argv = ["session", "append", "s1", "--debug", "--", "--json"]
    assert take_options(argv) == (
        Options(debug=True),
        ["session", "append", "s1", "--", "--json"],
    )


def test_a_value_may_be_empty_or_begin_with_a_dash() -> None:
    assert take_options(["--profile=", "--data-dir", "--x"])[0] == Options(
        profile="", data_dir="--x"
    )


def test_a_missing_value() -> None:
    with pytest.raises(WrongUsage, match="--data-dir"):
        take_options(["session", "list", "--data-dir"])


def test_an_argument_that_is_not_text() -> None:
    check_encoding(["ü", "分数"])
    with pytest.raises(WrongUsage, match="Argument 2") as problem:
        check_encoding(["ok", "caf\udce9"])
    assert r"caf\xe9" in str(problem.value)
