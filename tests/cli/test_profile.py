from __future__ import annotations

from tests.cli.running import Cli, one_sentence


def test_a_life_of_profiles(cli: Cli) -> None:
    assert cli.json("profile", "list") == {"profiles": [], "current": None}
    assert "no profiles" in cli("profile", "list").out
    mei = cli.json("profile", "new", "梅")
    assert mei["current"] is True
    guest = cli.json("profile", "new", "زائر", "--guest")
    assert (guest["guest"], guest["current"]) == (True, False)
    assert cli.json("profile", "use", "زائر")["current"] is True
    assert cli.json("profile", "rename", "梅", "Mei")["name"] == "Mei"
    assert cli.json("profile", "rename", "Visitor")["id"] == guest["id"]
    listed = cli.json("profile", "list")
    assert [profile["name"] for profile in listed["profiles"]] == ["Mei", "Visitor"]
    assert listed["current"] == guest["id"]
    assert "*" in cli("profile", "list").out


def test_every_command_takes_a_profile(cli: Cli) -> None:
    for name in ("Ada", "Bo"):
        cli("profile", "new", name)
        cli.json("session", "new", "--id", f"of-{name}", "--profile", name)
    for name in ("Ada", "bo"):
        (session,) = cli.json("--profile", name, "session", "list")["sessions"]
        assert session["id"].casefold() == f"of-{name}".casefold()
    assert cli.json("profile", "rename", "B.", "--profile=bo")["name"] == "B."


def test_what_cannot_be(cli: Cli) -> None:
    cli("profile", "new", "Ada")
    for words in (
        ("new", "ada"),
        ("new", " "),
        ("new", "a\nb"),
        ("new", "x" * 81),
        ("use", "Bo"),
        ("rename", "Bo", "Cy"),
        ("rename", "Ada", ""),
        ("rename", "Ada", "Bo", "Cy"),
        ("new",),
    ):
        answer = cli("profile", *words)
        assert answer.status in (1, 2)
        assert one_sentence(answer)
    assert len(cli.json("profile", "list")["profiles"]) == 1
    assert cli("session", "list", "--profile", "Bo").status == 1


def test_what_was_rebuilt_is_told(cli: Cli) -> None:
    cli.new()
    profile = cli.json("profile", "list")["current"]
    description = cli.data_dir / "profiles" / profile / "profile.json"
    description.write_bytes(b"{")
    answer = cli("session", "list")
    assert answer.status == 0
    assert "s1" in answer.out
    assert "rebuilt" in answer.err
    assert cli("session", "list").err == ""
    description.unlink()
    assert "rebuilt" in cli("profile", "list", "--json").err
