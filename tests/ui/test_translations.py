"""Every text goes through translation, and every translation is there, fits and is what the window loads."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QWidget

from satchel.ui.actions import ACTIONS, MENUS
from satchel.ui.language import LANGUAGES, locale_of, spoken_by, translation_for
from satchel.ui.sentences import together
from tests import translations
from tests.ui.test_main_window import Opener

SHOWS = {
    "QAction", "QCheckBox", "QGroupBox", "QLabel", "QPushButton", "QRadioButton",
    "ActionCard", "Choice", "NameField", "NavButton", "Prose", "Segments", "Tick",
    "addAction", "addItem", "addMenu", "addTab", "add_row", "add_words", "refuse", "say",
    "setAccessibleDescription", "setAccessibleName", "setInformativeText", "setLabelText",
    "setOkButtonText", "setPlaceholderText", "setStatusTip", "setText", "setTitle", "setToolTip",
    "setWhatsThis", "setWindowTitle", "set_back", "set_empty_words", "set_foot", "set_second",
    "set_state", "set_title", "showMessage", "show_fact",
}  # fmt: skip
TRANSLATES = {"tr", "translate", "_tr", "QT_TRANSLATE_NOOP"}
NAMES = {"Satchel", "https://", "Satchel: Apache 2.0", "Inter: OFL 1.1", "Fluent UI icons: MIT"}
"""What is called the same in every language."""

WITH_KEYS = {"ActionCard", "NameField", "NavButton", "show_fact"}
"""Calls that take the name of an icon or an object beside their words."""


def name_of(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def bare_texts(node: ast.AST) -> Iterator[ast.Constant]:
    """The literals in an argument that go to the screen as they are."""
    match node:
        case ast.Call() if name_of(node) in TRANSLATES:
            return
        case ast.Call(func=ast.Attribute(value=inner)):  # "…".format(…), tr(…).replace(…)
            yield from bare_texts(inner)
        case ast.Call() | ast.Subscript() | ast.Compare():
            return
        case ast.IfExp(body=body, orelse=other):
            yield from bare_texts(body)
            yield from bare_texts(other)
        case ast.Constant(value=str()):
            yield node
        case _:
            for child in ast.iter_child_nodes(node):
                yield from bare_texts(child)


def test_no_text_goes_to_the_screen_untranslated() -> None:
    found = []
    for file in translations.sources():
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or name_of(call) not in SHOWS:
                continue
            for argument in [*call.args, *(one.value for one in call.keywords)]:
                for text in bare_texts(argument):
                    words = re.sub(r"</?\w+>", "", str(text.value))
                    key = name_of(call) in WITH_KEYS and re.fullmatch(r"[a-z0-9_]+", words)
                    if any(map(str.isalpha, words)) and words not in NAMES and not key:
                        found.append(f"{file.name}:{text.lineno}: {words}")
    assert found == []


def test_the_search_for_bare_texts_finds_them() -> None:
    code = 'a.setText("Bare")\nb.setText(f"{x} bare")\nc.setText(self.tr("x") if y else "bare")\n'
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]
    shown = [call for call in calls if name_of(call) in SHOWS]
    assert [len(list(bare_texts(call.args[0]))) for call in shown] == [1, 1, 1]


@pytest.fixture(scope="module")
def extracted() -> list[translations.Text]:
    return translations.extract()


@pytest.fixture(params=list(translations.PLURALS))
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_text_is_translated(language: str, extracted: list[translations.Text]) -> None:
    known = {text.key: text for text in translations.read(translations.paths(language)[0])}
    missing = [text.key for text in extracted if not known.get(text.key, text).finished]
    assert missing == [], "next: python -m tests.translations"
    assert known.keys() == {text.key for text in extracted}


def test_every_plural_has_its_forms(language: str) -> None:
    for text in translations.read(translations.paths(language)[0]):
        wanted = translations.PLURALS[language] if text.plural else 1
        assert len(text.forms) == wanted, text.source


def test_what_is_filled_in_stays(language: str) -> None:
    def places(words: str) -> Counter[str]:
        return Counter(re.findall(r"\{\w*\}|%n|%\d", words))

    for text in translations.read(translations.paths(language)[0]):
        for form in text.forms:
            assert places(form) == places(text.source), text.source
            assert form.count("&") == text.source.count("&"), text.source
            assert form.endswith("…") == text.source.endswith("…") or "(&" in form, text.source


def test_the_voice_is_plain(language: str) -> None:
    for text in translations.read(translations.paths(language)[0]):
        assert not re.search(r"\b(please|oops|error|failed)\b|!", text.source, re.IGNORECASE)
        for form in text.forms:
            assert not re.search(r"por favor|[!¡！]", form, re.IGNORECASE), form


def test_what_the_window_loads_is_what_is_written(language: str, tmp_path: Path) -> None:
    ts, qm = translations.paths(language)
    made = tmp_path / "made.qm"
    translations.release(ts, made)
    assert made.read_bytes() == qm.read_bytes(), "next: python -m tests.translations"


def test_plurals_are_chosen_by_number(qapp: QApplication) -> None:
    translator = QTranslator()
    assert translator.load(str(translations.paths("es")[1]))
    qapp.installTranslator(translator)
    try:
        said = [
            QCoreApplication.translate("RelativeTime", "%n minutes ago", "", n) for n in (1, 2, 21)
        ]
    finally:
        qapp.removeTranslator(translator)
    assert said == ["hace 1 minuto", "hace 2 minutos", "hace 21 minutos"]


def test_sentences_follow_each_other_as_the_language_sets_them(qapp: QApplication) -> None:
    assert together("One.", "", "Two.", "{3}.") == "One. Two. {3}."
    assert together("", "") == ""
    translator = QTranslator()
    assert translator.load(str(translations.paths("zh_CN")[1]))
    qapp.installTranslator(translator)
    try:
        assert together("一。", "二。") == "一。二。"
    finally:
        qapp.removeTranslator(translator)


@pytest.mark.parametrize("language", ["en", *translations.PLURALS])
def test_no_two_entries_of_a_menu_share_a_letter(qapp: QApplication, language: str) -> None:
    translator = QTranslator()
    if language != "en":
        assert translator.load(str(translations.paths(language)[1]))
        qapp.installTranslator(translator)
    try:
        menus = {name: [] for name, _ in MENUS}  # type: dict[str, list[str]]
        titles = [letter(QCoreApplication.translate("Actions", title)) for _, title in MENUS]
        for spec in ACTIONS:
            if spec.name != "-":
                menus[spec.menu].append(letter(QCoreApplication.translate("Actions", spec.text)))
    finally:
        qapp.removeTranslator(translator)
    for letters in [titles, *menus.values()]:
        assert len(letters) == len(set(letters)), letters


def letter(text: str) -> str:
    at = text.find("&")
    assert at >= 0, text
    return text[at + 1].casefold()


class Marking(QTranslator):
    """Puts every text that comes through translation in brackets."""

    def translate(
        self,
        context: str | bytes | bytearray | memoryview,
        sourceText: str | bytes | bytearray | memoryview,  # noqa: N803
        disambiguation: str | bytes | bytearray | memoryview | None = None,
        n: int = -1,
    ) -> str:
        return f"⟦{sourceText!s}⟧"

    def isEmpty(self) -> bool:  # noqa: N802
        return False


def test_every_word_in_the_window_came_through_translation(
    qapp: QApplication, open_window: Opener
) -> None:
    marking = Marking()
    qapp.installTranslator(marking)
    try:
        window = open_window()
        bare = sorted({text for text in words_in(window) if "⟦" not in text})
    finally:
        qapp.removeTranslator(marking)
    allowed = NAMES | set(LANGUAGES.values()) | {"main_window"}
    assert [text for text in bare if text not in allowed and any(map(str.isalpha, text))] == []


def words_in(window: QWidget) -> Iterator[str]:
    for part in [window, *window.findChildren(QWidget)]:
        yield from (part.windowTitle(), part.toolTip(), part.accessibleName())
        if isinstance(part, QLabel | QAbstractButton):
            yield part.text()
        if isinstance(part, QLineEdit):
            yield part.placeholderText()
    for action in window.findChildren(QAction):
        yield action.text()


@pytest.mark.parametrize(
    ("choice", "system", "locale", "file"),
    [
        ("", "de_DE", "de_DE", None),
        ("", "es_MX", "es_MX", "es"),
        ("", "zh_CN", "zh_CN", "zh_CN"),
        ("", "zh_SG", "zh_SG", "zh_CN"),
        ("", "zh_TW", "zh_TW", None),
        ("es_ES", "es_MX", "es_MX", "es"),
        ("es_ES", "en_US", "es_ES", "es"),
        ("zh_CN", "zh_TW", "zh_CN", "zh_CN"),
        ("en_GB", "zh_CN", "en_GB", None),
        ("nonsense", "en_US", "en_US", None),
    ],
)
def test_which_language_is_spoken(choice: str, system: str, locale: str, file: str | None) -> None:
    found = locale_of(choice, QLocale(system))
    assert found.name() == QLocale(locale).name()
    assert translation_for(found) == file
    assert spoken_by(found) in LANGUAGES
