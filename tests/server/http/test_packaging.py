"""What `packaging/server` says must be so: settings there are, dependencies we have."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from satchel_server import config

_TOP = Path(__file__).parents[3]
_FILES = ("compose.yaml", "satchel-server.service", "Dockerfile")
_NAME = re.compile(r"\b(SATCHEL_[A-Z_]+?)(?:_FILE)?\b")


@pytest.mark.parametrize("name", _FILES)
def test_every_setting_that_is_named_is_one(name: str) -> None:
    known = set(_NAME.findall(str(config.__doc__)))
    named = set(_NAME.findall((_TOP / "packaging/server" / name).read_text(encoding="utf-8")))
    assert named
    assert named <= known


def test_what_the_server_is_installed_with_is_what_the_project_asks_for() -> None:
    project = tomllib.loads((_TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    known = {re.split(r"[<>=;\[ ]", one)[0].lower() for one in asked}
    lines = (_TOP / "packaging/server/requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = {re.split(r"\[", one)[0] for one in lines if one and not one.startswith("#")}
    assert wanted <= known
    assert "pyside6-essentials" not in wanted


@pytest.mark.parametrize("part", ["fastapi", "psycopg", "uvicorn"])
def test_installed_without_the_server_it_says_what_to_install(part: str) -> None:
    code = (
        f"import sys; sys.modules[{part!r}] = None; sys.argv = ['satchel-server', 'serve'];"
        "from satchel_server.__main__ import main; sys.exit(main())"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.returncode == 1
    assert not ended.stdout
    assert ended.stderr == (
        f"Satchel was installed without its server: {part} missing. "
        "Install it from its folder with `python -m pip install '.[server]'`.\n"
    )
