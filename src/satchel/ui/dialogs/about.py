"""What this program is, and under which licences: its own and those of what it carries along."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from satchel import __version__
from satchel.resources import resource
from satchel.ui.fonts import fixed_families
from satchel.ui.icons import mark
from satchel.ui.theme import HUGE, LARGE, SMALL, VAST, Theme
from satchel.ui.widgets.prose import Prose
from satchel.ui.widgets.segments import Segments

_NOTICE = (
    "Satchel\n\n"
    'Licensed under the Apache License, Version 2.0 (the "License"); you may not use this program '
    "except in compliance with the License. You may obtain a copy of the License at\n\n"
    "    http://www.apache.org/licenses/LICENSE-2.0\n\n"
    "Unless required by applicable law or agreed to in writing, software distributed under the License "
    'is distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or '
    "implied. See the License for the specific language governing permissions and limitations under the "
    "License.\n\n"
    "The window is drawn by Qt and PySide6, which are used unchanged as libraries under the GNU Lesser "
    "General Public License, version 3: https://doc.qt.io/qt-6/lgpl.html\n"
)


class About(QDialog):
    """Gone once it is closed. The texts come from the resources: no network is needed to read them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("about")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About Satchel"))
        self._texts = (
            _NOTICE,
            _read("fonts", "OFL.txt"),
            _read("icons", "LICENSE-fluent.txt"),
        )
        choice = Segments(
            theme, ("Satchel: Apache 2.0", "Inter: OFL 1.1", "Fluent UI icons: MIT"), self
        )
        choice.setAccessibleName(self.tr("Licence shown"))
        choice.chosen.connect(self._show)
        choice.set_chosen(0)
        self._text = QPlainTextEdit(self)
        self._text.setObjectName("licence_text")
        self._text.setProperty("ground", "code")
        self._text.setReadOnly(True)
        self._text.setTabChangesFocus(True)
        self._text.setAccessibleName(self.tr("Text of the licence"))
        font = QFont(list(fixed_families()))
        font.setPixelSize(theme.px(14))
        self._text.setFont(font)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        side = theme.px(HUGE)
        box.setContentsMargins(side, side, side, side)
        box.setSpacing(theme.px(LARGE))
        box.addLayout(self._head(theme))
        box.addWidget(choice)
        box.addWidget(self._text, 1)
        box.addWidget(buttons)
        self._show(0)
        self.resize(min(theme.px(760), 960), theme.px(560))

    def _head(self, theme: Theme) -> QHBoxLayout:
        picture = QLabel(self)
        picture.setPixmap(mark(theme.px(VAST + SMALL), self.devicePixelRatioF()))
        title = self.tr("Satchel {version}").format(version=__version__)
        what = self.tr(
            "A learner's work on a classroom laptop: kept, shown and carried along, also without a "
            "network."
        )
        words = QVBoxLayout()
        words.addWidget(Prose(theme, title, self, size=22, semibold=True))
        words.addWidget(Prose(theme, what, self))
        head = QHBoxLayout()
        head.setSpacing(theme.px(LARGE))
        head.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        return head

    def _show(self, at: int) -> None:
        self._text.setPlainText(self._texts[at])


def _read(*parts: str) -> str:
    try:
        return resource(*parts).read_text(encoding="utf-8")
    except OSError:
        return ""
