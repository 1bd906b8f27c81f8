"""Settings from the environment and the command line."""

from __future__ import annotations

import json
import logging
from io import StringIO
from pathlib import Path, PureWindowsPath

import pytest

from satchel_server.config import (
    BadSetting,
    ServerConfig,
    Wishes,
    config_from,
    file_url,
    secrets_of,
)
from satchel_server.database import mark_of
from satchel_server.logs import JsonLines, Log
from satchel_server.opening import parse

NOTHING = Wishes()


def test_with_no_configuration_it_is_sqlite_in_the_persons_folder_and_this_computer_only() -> None:
    config = config_from({}, NOTHING)
    assert config.database_url.startswith("sqlite:///")
    assert "satchel-server" in config.database_url
    assert (config.host, config.port) == ("127.0.0.1", 4747)


def test_openmaics_variable_is_understood_and_satchels_own_comes_first() -> None:
    theirs = {"PERSISTENCE_POSTGRES_URL": "postgres://db/one"}
    assert config_from(theirs, NOTHING).database_url == "postgres://db/one"
    both = theirs | {"SATCHEL_DATABASE_URL": "postgresql://db/two"}
    assert config_from(both, NOTHING).database_url == "postgresql://db/two"
    assert config_from(both, Wishes(database="sqlite:////x")).database_url == "sqlite:////x"


def test_a_file_is_named_by_its_path_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for said in ("room 3 #1.db", str(tmp_path / "room 3 #1.db")):
        url = config_from({}, Wishes(database=said)).database_url
        assert url.startswith("sqlite:///")
        assert parse(url) == tmp_path / "room 3 #1.db"
        assert config_from({"SATCHEL_DATABASE_URL": said}, NOTHING).database_url == url


def test_a_windows_path_is_an_address_too() -> None:
    assert (
        file_url(PureWindowsPath(r"C:\Users\mei\server.db")) == "sqlite:///C:/Users/mei/server.db"
    )


@pytest.mark.parametrize(
    ("environ", "wishes", "source"),
    [
        ({"SATCHEL_DATABASE_URL": "sqlite:///x.db"}, Wishes(database="mysql://db"), "--database"),
        ({"SATCHEL_DATABASE_URL": "mysql://db"}, NOTHING, "SATCHEL_DATABASE_URL"),
        ({"PERSISTENCE_POSTGRES_URL": "postgresql://a@b:c/d"}, NOTHING, "PERSISTENCE_POSTGRES_URL"),
    ],
)
def test_it_is_said_where_a_wrong_address_came_from(
    environ: dict[str, str], wishes: Wishes, source: str
) -> None:
    with pytest.raises(BadSetting) as refused:
        config_from(environ, wishes)
    assert f"Mend {source}." in refused.value.message


def test_several_hosts_and_a_host_in_the_query_have_marks_of_their_own(tmp_path: Path) -> None:
    urls = [
        "postgresql://a@one:1,two:2/x",
        "postgresql://a@one:1/x",
        "postgresql:///x?host=/run/a",
        "postgresql:///x?host=/run/b",
    ]
    assert len({mark_of(tmp_path, url) for url in urls}) == len(urls)
    assert mark_of(tmp_path, "postgresql://b:p@one:1/x") == mark_of(tmp_path, urls[1])


def test_a_password_can_come_apart_from_the_address() -> None:
    environ = {"SATCHEL_DATABASE_URL": "postgresql://a@c/d", "SATCHEL_DATABASE_PASSWORD": "p/@"}
    assert config_from(environ, NOTHING).database_url == "postgresql://a:p%2F%40@c/d"


def test_secrets_can_come_from_files(tmp_path: Path) -> None:
    secret = tmp_path / "operator"
    secret.write_text("tok-12345\n")
    config = config_from({"SATCHEL_OPERATOR_TOKEN_FILE": str(secret)}, NOTHING)
    assert config.operator_token == "tok-12345"


@pytest.mark.parametrize(
    ("environ", "wishes"),
    [
        ({"SATCHEL_PORT": "http"}, NOTHING),
        ({"SATCHEL_PORT": "70000"}, NOTHING),
        ({}, Wishes(port=-1)),
        ({"SATCHEL_RATE": "-1"}, NOTHING),
        ({"SATCHEL_THREADS": "0"}, NOTHING),
        ({"SATCHEL_BEHIND_PROXY": "perhaps"}, NOTHING),
        ({"SATCHEL_DATABASE_URL": "mysql://db"}, NOTHING),
        ({"SATCHEL_DATABASE_URL": "host=db dbname=x"}, NOTHING),
        ({"SATCHEL_DATABASE_URL": "postgresql://a:p#s/w@db/x"}, NOTHING),
        ({"SATCHEL_DATABASE_URL": "postgresql://a:p@db:http/x"}, NOTHING),
        ({"SATCHEL_DATABASE_URL": "postgresql://[::1/x"}, NOTHING),
        ({}, Wishes(database="/")),
        ({"SATCHEL_OPERATOR_TOKEN": "two words"}, NOTHING),
        ({"SATCHEL_OPERATOR_TOKEN": "short"}, NOTHING),
        (
            {"SATCHEL_DATABASE_URL": "postgresql://a:b@c/d", "SATCHEL_DATABASE_PASSWORD": "e"},
            NOTHING,
        ),
        ({"SATCHEL_OPERATOR_TOKEN_FILE": "/nowhere/at/all"}, NOTHING),
        ({"SATCHEL_CERTIFICATE": "/only/one"}, NOTHING),
    ],
)
def test_what_cannot_be_a_setting_is_refused_in_a_sentence(
    environ: dict[str, str], wishes: Wishes
) -> None:
    with pytest.raises(BadSetting) as refused:
        config_from(environ, wishes)
    assert refused.value.message.endswith(".")
    assert "two words" not in refused.value.message
    assert "p#s" not in refused.value.message


def test_neither_the_configuration_nor_the_log_shows_a_secret() -> None:
    config = config_from(
        {
            "SATCHEL_DATABASE_URL": "postgresql://satchel:p%40ss%22word@db/x",
            "SATCHEL_OPERATOR_TOKEN": "op-secret",
        },
        NOTHING,
    )
    assert not _leaks(repr(config))
    said = StringIO()
    handler = logging.StreamHandler(said)
    handler.setFormatter(JsonLines(secrets_of(config, {})))
    logger = logging.Logger("of this test")
    logger.addHandler(handler)
    log = Log(logger)
    log.tell('it said p@ss"word', reason=config.database_url, token="op-secret")
    try:
        raise ValueError('p@ss"word')
    except ValueError as problem:
        log.failed("it failed", problem)
    assert not _leaks(said.getvalue())
    assert [json.loads(line)["level"] for line in said.getvalue().splitlines()] == ["info", "error"]


def _leaks(text: str) -> bool:
    return any(secret in text for secret in ('p@ss"word', 'p@ss\\"word', "p%40ss", "op-secret"))


def test_a_configuration_is_a_value() -> None:
    assert config_from({}, NOTHING) == config_from({}, NOTHING)
    assert isinstance(config_from({}, NOTHING), ServerConfig)
