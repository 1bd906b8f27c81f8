"""The words for what goes wrong between this laptop and a server, by the error's code."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def remote_table() -> dict[str, tuple[str, str]]:
    """Sentence and next step by code. Made when asked for, so that it follows the language."""
    return {**_unreached(), **_not_a_server(), **_refused(), **_tokens()}


def _unreached() -> dict[str, tuple[str, str]]:
    safe = translate("Remote", "Everything is saved here and goes out when it answers.")
    return {
        "OFFLINE": (
            translate("Remote", "The server was not found: most likely there is no network now."),
            safe,
        ),
        "CONNECTION_REFUSED": (
            translate("Remote", "Nothing answers at the server's address."),
            safe,
        ),
        "TIMED_OUT": (translate("Remote", "The server did not answer in time."), safe),
        "ANSWER_LOST": (
            translate("Remote", "The connection broke off in the middle."),
            translate("Remote", "It is tried again by itself. Nothing is sent twice."),
        ),
        "UNREACHABLE": (translate("Remote", "The server cannot be reached now."), safe),
        "PROXY_REFUSED": (
            translate("Remote", "The proxy of this network does not let Satchel through."),
            translate("Remote", "Ask whoever looks after the network."),
        ),
        "CERTIFICATE_REFUSED": (
            translate("Remote", "The server cannot prove that it is the right one."),
            translate(
                "Remote",
                "Nothing was sent. If the school has a certificate of its own, choose its file under "
                "Advanced.",
            ),
        ),
        "ADDRESS_REFUSED": (
            translate("Remote", "A token is not sent to this address."),
            translate(
                "Remote",
                "Nothing was sent. Use an address that begins with https:// and a name, or allow this "
                "one in the settings of the server.",
            ),
        ),
    }


def _not_a_server() -> dict[str, tuple[str, str]]:
    return {
        "CAPTIVE_PORTAL": (
            translate("Remote", "This network wants you to sign in first."),
            translate("Remote", "Open any page in a browser, sign in there, then try again."),
        ),
        "MAINTENANCE": (
            translate("Remote", "The server is being looked after and is not to be had now."),
            translate("Remote", "It is tried again by itself."),
        ),
        "WEB_PAGE": (
            translate("Remote", "A web page answers at this address, not a server for sessions."),
            translate("Remote", "Check the address, or ask your teacher for it."),
        ),
        "MALFORMED_RESPONSE": (
            translate("Remote", "The server answers something that Satchel does not understand."),
            translate("Remote", "Nothing was changed. Show this to whoever runs the server."),
        ),
        "ROUTE_NOT_FOUND": (
            translate("Remote", "There is no server for sessions under this address."),
            translate("Remote", "Check the address, with everything after the host's name."),
        ),
        "SERVER_FAULT": (
            translate("Remote", "Something went wrong on the server."),
            translate("Remote", "It is tried again by itself."),
        ),
        "SERVER_BUSY": (
            translate("Remote", "The server is busy and asks for patience."),
            translate("Remote", "It is tried again by itself."),
        ),
    }


def _refused() -> dict[str, tuple[str, str]]:
    return {
        "UNAUTHENTICATED": (
            translate(
                "Remote", "The server does not accept the token: it is wrong or its time is over."
            ),
            translate("Remote", "Ask your teacher for a new one, and sign in again."),
        ),
        "FORBIDDEN": (translate("Remote", "The token does not open this."), _ask()),
        "FORBIDDEN_LEARNER": (
            translate("Remote", "The token belongs to somebody else's work."),
            _ask(),
        ),
        "FORBIDDEN_ADMIN": (
            translate("Remote", "Only whoever runs the server may do this."),
            _ask(),
        ),
        "REMOTE_REFUSED": (
            translate("Remote", "The server refuses this."),
            translate("Remote", "The details say why: show them to your teacher."),
        ),
        "REMOTE": (translate("Remote", "The server could not be asked."), ""),
    }


def _tokens() -> dict[str, tuple[str, str]]:
    return {
        "TOKEN_MISSING": (
            translate(
                "Remote", "The token was known until Satchel was closed, or is not where it was."
            ),
            translate("Remote", "Sign in to the server again."),
        ),
        "NO_LEARNER": (
            translate("Remote", "The server does not say whose work the token opens."),
            translate(
                "Remote",
                "Enter the learner's key under Advanced. Whoever gave you the token knows it.",
            ),
        ),
        "KEYRING_UNAVAILABLE": (
            translate("Remote", "This laptop's password store is not there, or it is locked."),
            translate(
                "Remote",
                "Unlock it and try again, or keep the token only until Satchel is closed.",
            ),
        ),
    }


def _ask() -> str:
    return translate("Remote", "Ask your teacher for a token of your own.")


def parked_words(code: str, message: str) -> tuple[str, str]:
    """Why the server does not take something, and what can be done about it."""
    found = _parked().get(code) or remote_table().get(code)
    return found or (translate("Remote", "The server does not take it."), message)


def _parked() -> dict[str, tuple[str, str]]:
    return {
        "SESSION_ALREADY_EXISTS": (
            translate("Remote", "Its id is taken there by somebody else's session."),
            translate("Remote", "It can be sent under another one."),
        ),
        "RECORD_ID_CONFLICT": (
            translate("Remote", "A message of the same id but other words is there already."),
            "",
        ),
        "VALIDATION_FAILED": (
            translate("Remote", "The server does not accept what is in it."),
            translate("Remote", "It stays here, whole. Export it to hand it on as a file."),
        ),
        "PAYLOAD_TOO_LARGE": (
            translate("Remote", "A message in it is larger than the server takes."),
            translate(
                "Remote", "It stays here, whole. Export the session to hand it on as a file."
            ),
        ),
    }
