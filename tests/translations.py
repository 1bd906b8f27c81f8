"""The translations: `python -m tests.translations` takes new texts in and writes what the windows load.

Texts are found by Qt's `lupdate` and compiled by its `lrelease`. Between the two this merges by itself,
because `lupdate` does not see plurals in `translate(…)` of Python and would drop their forms.
After it, what is left to translate is named; put it into the `.ts` files (with Qt Linguist or by hand),
take `type="unfinished"` away, and run it again.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias
from xml.sax.saxutils import escape

import PySide6

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "resources" / "translations"
PLURALS: Final = {"zh_CN": 1, "es": 2}
"""The languages there are beside English, and how many plural forms each has."""

Key: TypeAlias = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Text:
    """One text: where it stands, its English, a note for the translator, and its translations.

    There is one translation, or one for each plural form; an empty one is still to be made.
    """

    context: str
    source: str
    comment: str
    forms: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        return self.context, self.source, self.comment

    @property
    def plural(self) -> bool:
        return "%n" in self.source

    @property
    def finished(self) -> bool:
        return bool(self.forms) and all(self.forms)


def sources() -> list[Path]:
    package = ROOT / "src" / "satchel"
    return [package / "app.py", *sorted((package / "ui").rglob("*.py"))]


def extract() -> list[Text]:
    """Every text in the program, as `lupdate` finds it."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "found_es.ts"
        _run("lupdate", *map(str, sources()), "-locations", "none", "-ts", str(found))
        return [replace(text, forms=()) for text in read(found)]


def read(file: Path) -> list[Text]:
    """The texts of a `.ts` file, in its order."""
    texts = []
    for context in ElementTree.parse(file).getroot().iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            translation = message.find("translation")
            forms: tuple[str, ...] = ()
            if translation is not None and translation.get("type") is None:
                parts = translation.findall("numerusform") or [translation]
                forms = tuple(part.text or "" for part in parts)
            source, comment = message.findtext("source") or "", message.findtext("comment") or ""
            texts.append(Text(name, source, comment, forms))
    return texts


def merge(found: Iterable[Text], known: Mapping[Key, Text]) -> list[Text]:
    """What was found, with the translations known already; what is in the program no more goes."""
    return [
        replace(text, forms=known[text.key].forms if text.key in known else ()) for text in found
    ]


def write(file: Path, language: str, texts: Iterable[Text]) -> None:
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        "<!DOCTYPE TS>",
        f'<TS version="2.1" language="{language}" sourcelanguage="en_GB">',
    ]
    ordered = sorted(texts, key=lambda text: text.context)
    for context, members in groupby(ordered, key=lambda text: text.context):
        lines += ["<context>", f"    <name>{escape(context)}</name>"]
        for text in members:
            lines += _message(text, PLURALS[language])
        lines.append("</context>")
    file.write_text("\n".join([*lines, "</TS>", ""]), encoding="utf-8", newline="\n")


def release(ts: Path, qm: Path) -> None:
    """Compiles what is finished."""
    _run("lrelease", "-silent", str(ts), "-qm", str(qm))


def paths(language: str) -> tuple[Path, Path]:
    """The `.ts` and the `.qm` file of a language."""
    return FOLDER / f"satchel_{language}.ts", FOLDER / f"satchel_{language}.qm"


def main() -> int:
    """Answers 1 while something is left to translate."""
    found, missing = extract(), 0
    FOLDER.mkdir(exist_ok=True)
    for language in PLURALS:
        ts, qm = paths(language)
        known = {text.key: text for text in read(ts)} if ts.exists() else {}
        texts = merge(found, known)
        write(ts, language, texts)
        release(ts, qm)
        for text in texts:
            if not text.finished:
                missing += 1
                sys.stderr.write(f"{ts.name}: {text.context}: {text.source}\n")
    return 1 if missing else 0


def _message(text: Text, plurals: int) -> list[str]:
    lines = ['    <message numerus="yes">' if text.plural else "    <message>"]
    lines.append(f"        <source>{escape(text.source)}</source>")
    if text.comment:
        lines.append(f"        <comment>{escape(text.comment)}</comment>")
    start = "        <translation>" if text.finished else '        <translation type="unfinished">'
    if text.plural:
        forms = text.forms or ("",) * plurals
        lines.append(start)
        lines += [f"            <numerusform>{escape(one)}</numerusform>" for one in forms]
        lines.append("        </translation>")
    else:
        lines.append(f"{start}{escape(''.join(text.forms))}</translation>")
    return [*lines, "    </message>"]


def _run(tool: str, *arguments: str) -> None:
    program = Path(PySide6.__file__).parent / tool
    subprocess.run([str(program), *arguments], check=True, capture_output=True, timeout=60)


if __name__ == "__main__":
    sys.exit(main())
