"""Settings › Server: what is typed, tested and kept. The service is a fake; no token is ever shown back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from satchel.domain.errors import SatchelError
from satchel.domain.remote_errors import (
    AddressRefused,
    AnswerLost,
    CaptivePortal,
    CertificateRefused,
    ConnectionRefused,
    Forbidden,
    ForbiddenLearner,
    KeyringUnavailable,
    MaintenancePage,
    MalformedResponse,
    Offline,
    ProxyRefused,
    RemoteRefused,
    RouteNotFound,
    ServerBusy,
    ServerFault,
    TimedOut,
    Unauthenticated,
    WebPage,
)
from satchel.domain.syncing import RemoteFindings, RemoteSettings, SyncPhase, SyncStatus, TokenPlace
from satchel.ui.address_words import is_address, is_plain, whole_address
from satchel.ui.messages import words_for
from satchel.ui.panes.remote_page import RemotePage
from satchel.ui.sync_server_words import ServerWords
from tests.ui.sync_fakes import FINDINGS, SCHOOL
from tests.ui.sync_windows import Synced, desktop, service, synced

__all__ = ["desktop", "service", "synced"]

SECRET = "a-secret-of-256-bits"


@pytest.fixture
def page(synced: Synced) -> RemotePage:
    synced.pages.open("remote")
    return synced.pages.sync.remote


def kept(synced: Synced, server: RemoteSettings = SCHOOL) -> None:
    synced.tell(SyncStatus(SyncPhase.IDLE), server)
    synced.qtbot.waitUntil(lambda: synced.runs.news.settings == server)


@pytest.mark.parametrize(
    ("typed", "whole", "good", "plain"),
    [
        ("school.example:8443", "https://school.example:8443", True, False),
        (" https://school.example/api/ ", "https://school.example/api", True, False),
        ("http://school.example", "http://school.example", True, True),
        ("http://localhost:3000", "http://localhost:3000", True, False),
        ("http://127.0.0.1:3000", "http://127.0.0.1:3000", True, False),
        ("ftp://school.example", "ftp://school.example", False, False),
        ("school example", "https://school example", False, False),
        ("", "", False, False),
    ],
)
def test_an_address_as_people_type_it(typed: str, whole: str, good: bool, plain: bool) -> None:
    assert whole_address(typed) == whole
    assert (is_address(whole), is_plain(whole)) == (good, plain)


def test_connecting_tests_first_and_keeps_then(synced: Synced, page: RemotePage) -> None:
    assert not page.keep.isEnabled()
    page.address.setText("school.example:8443")
    page.token.field.setText(SECRET)
    QTest.keyClick(page.token.field, Qt.Key.Key_Return)
    synced.qtbot.waitUntil(lambda: synced.service.asked("configure") != [])
    [(settings, token, place)] = synced.service.asked("configure")
    assert (settings, token, place) == (SCHOOL, SECRET, TokenPlace.KEYRING)
    assert synced.service.asked("test") == [(SCHOOL, SECRET)]
    synced.qtbot.waitUntil(lambda: synced.chip.accessibleName() == "Everything is on the server")
    assert page.token.field.text() == ""
    assert "kept in this laptop's password store" in synced.words("remote_page")
    assert page.keep.text() == "Keep changes"
    assert not page.keep.isEnabled()
    assert SECRET not in everything_in(synced.window)


def everything_in(window: QWidget) -> str:
    fields = [one.text() for one in window.findChildren(QLineEdit)]
    hints = [one.placeholderText() for one in window.findChildren(QLineEdit)]
    spoken = [one.accessibleName() + one.toolTip() for one in window.findChildren(QWidget)]
    return "\n".join([*fields, *hints, *spoken])


def test_a_token_is_typed_unseen(page: RemotePage) -> None:
    assert page.token.field.echoMode() is QLineEdit.EchoMode.Password


def test_a_test_says_what_it_found(synced: Synced, page: RemotePage) -> None:
    synced.service.findings = replace(FINDINGS, clock_off=-7300)
    page.address.setText("school.example")
    page.test.click()
    assert page.test.text() == "Testing…"
    synced.qtbot.waitUntil(lambda: page.test.text() == "Test")
    said = synced.words("remote_page")
    for words in (
        "This is a Satchel server, version 1.4.",
        "The token is for \u2068user:lena\u2069.",
        "It holds until \u2068",
        "This laptop's clock is 2 hours behind the server's.",
    ):
        assert words in said
    assert synced.service.asked("configure") == []
    page.address.setText("school.example:1")
    assert "Satchel server" not in synced.words("remote_page")


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (replace(FINDINGS, version=""), "This is a Satchel server."),
        (replace(FINDINGS, kind="openmaic"), "This is an OpenMAIC server."),
        (replace(FINDINGS, kind="openmaic-shared"),
         "This is an OpenMAIC server with one token for everybody."),
        (replace(FINDINGS, clock_off=301), "5 minutes ahead"),
        (replace(FINDINGS, clock_off=40 * 86_400), "40 days ahead"),
    ],
)  # fmt: skip
def test_which_server_it_is(found: RemoteFindings, words: str) -> None:
    assert words in " ".join(sentence for sentence, _ in ServerWords().findings(found))


ERRORS: tuple[SatchelError, ...] = tuple(
    kind("As the core says it.")
    for kind in (
        AddressRefused, AnswerLost, CaptivePortal, CertificateRefused, ConnectionRefused, Forbidden,
        ForbiddenLearner, KeyringUnavailable, MaintenancePage, MalformedResponse, Offline,
        ProxyRefused, RemoteRefused, RouteNotFound, ServerBusy, ServerFault, TimedOut,
        Unauthenticated, WebPage,
    )
)  # fmt: skip


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.code)
def test_every_fault_is_a_sentence_and_a_way_on(error: SatchelError) -> None:
    words = words_for(error)
    assert words.what.endswith(".")
    assert words.next_step.endswith(".")
    assert "As the core says it." not in words.sentence
    assert "As the core says it." in words.details


def test_what_stands_in_the_way_is_said_and_may_be_passed_over(
    synced: Synced, page: RemotePage
) -> None:
    synced.service.findings = RemoteFindings(SCHOOL.address, False, fault=Offline("No way."))
    page.address.setText(SCHOOL.address)
    anyway = synced.button("keep_anyway_button")
    page.keep.click()
    synced.qtbot.waitUntil(anyway.isVisible)
    assert "most likely there is no network" in synced.words("remote_page")
    assert synced.service.asked("configure") == []
    anyway.click()
    synced.qtbot.waitUntil(lambda: synced.service.asked("configure") != [])
    synced.qtbot.waitUntil(lambda: not anyway.isVisible())


def test_an_unencrypted_host_must_be_allowed(synced: Synced, page: RemotePage) -> None:
    page.address.setText("http://school.example")
    assert "This connection is not encrypted." in synced.words("remote_page")
    assert not page.test.isEnabled()
    assert not page.keep.isEnabled()
    page.plain.click()
    page.keep.click()
    synced.qtbot.waitUntil(lambda: synced.service.asked("configure") != [])
    [(settings, *_)] = synced.service.asked("configure")
    assert settings == RemoteSettings("http://school.example", allow_plain=True)
    page.address.setText("school.example")
    assert not page.plain.isVisible()
    assert not page.settings().allow_plain


def test_a_file_must_be_agreed_to(synced: Synced, page: RemotePage) -> None:
    page.address.setText(SCHOOL.address)
    page.token.field.setText(SECRET)
    assert page.keep.isEnabled()
    page.token.places[TokenPlace.FILE].click()
    assert "Whoever uses this laptop with this account" in synced.words("remote_page")
    assert not page.keep.isEnabled()
    page.token.agreed.click()
    page.keep.click()
    synced.qtbot.waitUntil(lambda: synced.service.asked("configure") != [])
    [(_, token, place)] = synced.service.asked("configure")
    assert (token, place) == (SECRET, TokenPlace.FILE)
    synced.qtbot.waitUntil(lambda: "in a file that whoever uses" in synced.words("remote_page"))
    assert not page.token.agreed.isChecked()


def test_without_a_keyring_there_is_another_way(synced: Synced, page: RemotePage) -> None:
    synced.service.refusal = KeyringUnavailable("There is none.")
    page.address.setText(SCHOOL.address)
    page.token.field.setText(SECRET)
    page.keep.click()
    synced.qtbot.waitUntil(lambda: "password store is not there" in synced.words("remote_page"))
    assert page.token.field.text() == SECRET
    synced.service.refusal = None
    page.token.places[TokenPlace.THIS_RUN].click()
    page.keep.click()
    synced.qtbot.waitUntil(lambda: "until Satchel is closed" in synced.words("remote_page"))
    synced.qtbot.waitUntil(lambda: page.token.field.text() == "")


def test_a_locked_keyring_stops_nothing_else(
    synced: Synced, page: RemotePage, qtbot: QtBot
) -> None:
    synced.service.locked.clear()
    page._slow.setInterval(20)
    page.address.setText(SCHOOL.address)
    page.keep.click()
    qtbot.waitUntil(lambda: "waits to be unlocked" in synced.words("remote_page"))
    with qtbot.waitSignal(synced.window.flow.opened):
        synced.button("new_session_button").click()
    synced.tell(SyncStatus(SyncPhase.WAITING, waiting=1))
    assert synced.chip.accessibleName() == "1 change waiting"
    synced.service.locked.set()
    qtbot.waitUntil(lambda: synced.service.asked("configure") != [])


def test_advanced_is_folded_away_until_it_says_something(synced: Synced, page: RemotePage) -> None:
    learner = synced.window.findChild(QLineEdit, "learner_field")
    assert learner is not None
    assert not learner.isVisible()
    synced.button("advanced_button").click()
    assert learner.isVisible()
    learner.setText("user:lena")
    shared = synced.window.findChild(QRadioButton, "dialect_openmaic-shared")
    assert shared is not None
    shared.click()
    synced.button("certificate_button").click()
    chooser = synced.window.findChild(QFileDialog, "certificate_file")
    assert chooser is not None
    chooser.fileSelected.emit("/school/ca.pem")
    chooser.reject()
    page.address.setText(SCHOOL.address)
    page.keep.click()
    synced.qtbot.waitUntil(lambda: synced.service.asked("configure") != [])
    [(settings, *_)] = synced.service.asked("configure")
    wanted = replace(
        SCHOOL, learner_key="user:lena", dialect="openmaic-shared", ca_file="/school/ca.pem"
    )
    assert settings == wanted


def test_what_is_ticked_is_kept_at_once(synced: Synced, page: RemotePage) -> None:
    kept(synced)
    page.metered.click()
    synced.qtbot.waitUntil(lambda: synced.service.server == replace(SCHOOL, on_metered=True))
    synced.qtbot.waitUntil(lambda: synced.runs.news.settings == synced.service.server)
    page.interval.findChildren(QPushButton)[2].click()
    synced.qtbot.waitUntil(
        lambda: synced.service.server == replace(SCHOOL, on_metered=True, every_minutes=60)
    )
    synced.qtbot.waitUntil(lambda: synced.runs.news.settings == synced.service.server)
    runs = synced.service.runs
    page.enabled.click()
    synced.qtbot.waitUntil(lambda: synced.chip.accessibleName() == "Sending is switched off")
    assert synced.service.runs == runs
    assert all(token is None for _, token, _ in synced.service.asked("configure"))
    assert not synced.button("remote_sync_now_button").isEnabled()


def test_typing_is_not_lost_when_sync_tells_something(synced: Synced, page: RemotePage) -> None:
    kept(synced)
    page.address.setText("https://other.example")
    synced.tell(SyncStatus(SyncPhase.OFFLINE, waiting=4))
    assert page.address.text() == "https://other.example"
    assert page.keep.isEnabled()


def test_removing_a_server_is_asked_first(synced: Synced, page: RemotePage) -> None:
    kept(synced)
    synced.button("clear_server_button").click()
    assert "Your sessions stay, here and there." in synced.words("remote_page")
    synced.button("clear_no_button").click()
    assert not synced.button("clear_yes_button").isVisible()
    synced.button("clear_server_button").click()
    synced.button("clear_yes_button").click()
    synced.qtbot.waitUntil(lambda: synced.chip.accessibleName() == "No server set up")
    assert synced.service.asked("clear") == [()]
    assert page.address.text() == ""
