"""Where the files that are not code lie: icons, fonts, translations, style, sample courses."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent
_INSTALLED = _HERE / "_resources"
_CHECKOUT = _HERE.parent.parent / "resources"


def resource(*parts: str) -> Path:
    """The path of a shipped file, say ``resource("icons", "send.svg")``.

    A wheel carries the folder inside the package; in a checkout it stands at the top.
    Whether the file exists is for the caller to find out.
    """
    root = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
    return root.joinpath(*parts)
