"""Lays one record out at a width: the only place that knows how a message is put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QTextCharFormat, QTextLayout, QTextOption

from satchel.ui.models.record_text import Mark, ShownRecord, Voice
from satchel.ui.models.transcript_links import find_links
from satchel.ui.models.transcript_rows import TranscriptRows
from satchel.ui.relative_time import day_in_words, same_day, time_in_words
from satchel.ui.widgets.transcript_row import Action, Block, Icon, Row, Rule, Target, units
from satchel.ui.widgets.transcript_style import Face, Present, Style, alignment, runs_rtl

translate = QCoreApplication.translate

FOLD_OVER = 40
"""Lines a message may have before it is folded."""
FOLDED = 12
FOLD_CHARACTERS = 8_000
"""Characters looked at to decide; a message of more is folded whatever its lines."""
SHOWN_CHARACTERS = 100_000
SHOWN_LINES = 4_000
"""How much of a message is laid out once unfolded; the rest can be copied."""

SceneTitle: TypeAlias = Callable[[str], str | None]


class Wanted(NamedTuple):
    """What a row depends on besides its record."""

    position: int
    width: int
    unfolded: bool


def lay_out(
    rows: TranscriptRows, wanted: Wanted, style: Style, present: Present, scene_title: SceneTitle
) -> Row:
    """The row at `wanted.position`. A hidden record has a row of no height."""
    words = rows.words(wanted.position)
    row = Row(words)
    if words.voice is Voice.HIDDEN:
        return row
    left, wide = style.column(wanted.width)
    maker = _Maker(row, style, left + style.inset, wide - 2 * style.inset)
    maker.y = style.gap
    _rules(maker, rows, wanted.position, present)
    moment = rows.moment(wanted.position)
    row.filled = words.voice is Voice.OWN
    top = maker.y
    maker.y += style.pad if row.filled else 0
    if moment is not None:
        row.time = time_in_words(moment, present.now, present.zone, present.locale)
    if words.voice is Voice.NOTE:
        maker.note(words)
    else:
        maker.head(words, row.time)
        maker.body(words, wanted.unfolded)
    if words.scene_id is not None and not _same_scene(rows, wanted.position):
        maker.anchor(words.scene_id, scene_title(words.scene_id))
    if rows.unsent(wanted.position):
        maker.space(style.loose)
        maker.sign("arrow_circle_up", style.theme.warn, unsent_words())
    maker.y += style.pad if row.filled else 0
    row.ground = QRect(left, top, wide, maker.y - top)
    row.height = maker.y
    return row


def unsent_words() -> str:
    """The last line of a message that no server has yet."""
    return translate("Transcript", "Saved here, not sent yet")


def _rules(maker: _Maker, rows: TranscriptRows, position: int, present: Present) -> None:
    """The day, where it is another than above, and the mark over what is new."""
    moment, before = rows.moment(position), rows.shown_before(position)
    if moment is not None:
        earlier = None if before is None else rows.moment(before)
        if earlier is None or not same_day(earlier, moment, present.zone):
            maker.row.day = day_in_words(moment, present.now, present.zone, present.locale)
            maker.rule(maker.row.day, maker.style.theme.line, maker.style.theme.ink2)
    if rows.new_from is not None and (rows.new_from == position or _first_new(rows, position)):
        accent = maker.style.theme.accent
        maker.rule(translate("Transcript", "New since you last looked"), accent, accent)


def _same_scene(rows: TranscriptRows, position: int) -> bool:
    """Whether the message above leads to the same place; then one link is enough."""
    before = rows.shown_before(position)
    return before is not None and rows.words(before).scene_id == rows.words(position).scene_id


def _first_new(rows: TranscriptRows, position: int) -> bool:
    """Whether only hidden records lie between the mark and `position`."""
    mark = rows.new_from
    if mark is None or not mark < position <= mark + 8:
        return False
    return all(rows.hidden(p) for p in range(mark, position))


class _Setting(NamedTuple):
    """How a paragraph is set. Its direction is its own; the edge it starts from may be the window's."""

    face: Face
    ink: QColor
    rtl: bool
    from_right: bool
    indent: int = 0
    link: bool = False


class _Maker:
    """Puts the parts of one row under each other; `y` is where the next one goes."""

    def __init__(self, row: Row, style: Style, left: int, width: int) -> None:
        self.row = row
        self.style = style
        self.left = left
        self.width = width
        self.y = 0

    def space(self, pixels: int) -> None:
        self.y += pixels

    def rule(self, words: str, line: QColor, ink: QColor) -> None:
        face = self.style.small
        block = self._line(words, face, ink, self.left, self.width)
        text_width = round(block.layout.lineAt(0).naturalTextWidth())
        block.x = self.left + (self.width - text_width) // 2
        middle, gap = self.y + face.pitch // 2, self.style.pad
        right = self.left + self.width
        lines = (
            QRect(self.left, middle, max(0, block.x - gap - self.left), 1),
            QRect(
                block.x + text_width + gap, middle, max(0, right - block.x - text_width - gap), 1
            ),
        )
        self.row.rules.append(Rule(block, lines, line))
        self.y += face.pitch + self.style.gap

    def head(self, words: ShownRecord, time: str) -> None:
        """The name, and the time beside it; under it where both do not fit."""
        theme, style = self.style.theme, self.style
        name = self._line(words.name, style.name, theme.ink, self.left, self.width)
        self._to_start(name, 0)
        self.row.blocks.append(name)
        used = round(name.layout.lineAt(0).naturalTextWidth()) + style.loose
        if time:
            stamp = self._line(time, style.small, theme.ink2, self.left, self.width)
            needed = round(stamp.layout.lineAt(0).naturalTextWidth())
            if used + needed > self.width:
                self.y += name.height
                stamp.y, used = self.y, 0
            self._to_start(stamp, used)
            self.row.blocks.append(stamp)
            x = self.left + self.width - used - needed if style.rtl else self.left + used
            self.row.time_rect = QRect(x, stamp.y, needed, stamp.height)
        self.y += name.height + style.tight

    def body(self, words: ShownRecord, unfolded: bool) -> None:
        """The text, folded where it is long and not `unfolded`."""
        marks = dict(words.marks)
        limit = SHOWN_CHARACTERS if unfolded else FOLD_CHARACTERS
        cut = words.text[:limit]
        began, first_block = self.y, len(self.row.blocks)
        whole = self._paragraphs(cut, marks, SHOWN_LINES if unfolded else FOLD_OVER)
        whole = whole and len(cut) == len(words.text)
        if not unfolded and not whole:
            del self.row.blocks[first_block:], self.row.icons[:], self.row.targets[:]
            self.y = began
            self._paragraphs(cut, marks, FOLDED)
            self._action(Action.UNFOLD, translate("Transcript", "Show all"))
        elif unfolded:
            if not whole:
                self.space(self.style.tight)
                self.sign(
                    "info",
                    self.style.theme.ink2,
                    translate(
                        "Transcript", "The rest is too long to show. Copying takes all of it."
                    ),
                )
            self._action(Action.FOLD, translate("Transcript", "Show less"))

    def note(self, words: ShownRecord) -> None:
        """A small line without a name, cut to a few lines."""
        theme = self.style.theme
        damaged = (0, Mark.DAMAGED) in words.marks
        ink = theme.warn if damaged else theme.ink2
        indent = self.style.icon_step if damaged else 0
        if damaged:
            self._icon("document_error", ink, self.style.small.pitch)
        start = 0
        for paragraph in words.text[:1000].split("\n")[:4]:
            self._paragraph(paragraph, self._small(paragraph, ink, indent), start, 4)
            start += len(paragraph) + 1
        self.row.shown_length = min(len(words.text), max(0, start - 1))

    def anchor(self, scene_id: str, title: str | None) -> None:
        words = title or translate("Transcript", "Go to this place in the course")
        self._action(Action.ANCHOR, words, scene_id, icon="bookmark", gap=self.style.loose)

    def sign(self, icon: str, colour: QColor, words: str) -> None:
        """A line of words after an icon."""
        self._icon(icon, colour, self.style.small.pitch)
        self._paragraph(words, self._small(words, colour, self.style.icon_step), -1, 3)

    # --- pieces ----------------------------------------------------------------------------------

    def _paragraphs(self, text: str, marks: dict[int, Mark], lines: int) -> bool:
        """Lays paragraphs out until `lines` are used up; answers whether all of `text` found room."""
        theme, start = self.style.theme, 0
        for number, paragraph in enumerate(text.split("\n")):
            if lines <= 0:
                return False
            face, rtl = self.style.face_for(paragraph)
            mark = marks.get(number)
            if mark in _SIGNS:
                self._icon(*_SIGNS[mark](self.style), face.pitch)
            indent = self.style.icon_step if mark is not None else 0
            setting = _Setting(face, theme.ink, rtl, rtl, indent)
            used, all_in = self._paragraph(paragraph, setting, start, lines)
            lines -= used
            self.row.shown_length = start + self._laid(paragraph, all_in)
            start += len(paragraph) + 1
            if not all_in:
                return False
        return True

    def _laid(self, paragraph: str, all_in: bool) -> int:
        if all_in:
            return len(paragraph)
        block = self.row.blocks[-1]
        last = block.layout.lineAt(block.layout.lineCount() - 1)
        return min(len(paragraph), last.textStart() + last.textLength())

    def _small(self, text: str, ink: QColor, indent: int, *, link: bool = False) -> _Setting:
        """For words of our own: at the edge where the window's reading starts, in their own direction."""
        rtl = runs_rtl(text, self.style.rtl)
        return _Setting(self.style.small, ink, rtl, self.style.rtl, indent, link)

    def _paragraph(self, text: str, setting: _Setting, start: int, lines: int) -> tuple[int, bool]:
        """Wraps one paragraph; answers how many lines it took and whether all of it is there."""
        face, indent = setting.face, setting.indent
        x = self.left if self.style.rtl else self.left + indent
        layout = _layout(text, face, setting.rtl, setting.from_right)
        if setting.link:
            layout.setFormats([format_range(0, units(text, len(text)), _as_link(self.style))])
        elif start >= 0:
            self._links(layout, text)
        layout.beginLayout()
        count, all_in = 0, False
        while count < lines:
            line = layout.createLine()
            if not line.isValid():
                all_in = True
                break
            line.setLineWidth(self.width - indent)
            line.setPosition(QPointF(0, count * face.pitch + face.base - line.ascent()))
            count += 1
        layout.endLayout()
        if not all_in and count:
            last = layout.lineAt(count - 1)
            all_in = last.textStart() + last.textLength() >= units(text, len(text))
        block = Block(layout, x, self.y, count * face.pitch, face.pitch, setting.ink, start)
        self.row.blocks.append(block)
        if start >= 0:
            self._link_targets(block, text)
        self.y += block.height
        return count, all_in

    def _links(self, layout: QTextLayout, text: str) -> None:
        formats = []
        for link in find_links(text):
            first = units(text, link.start)
            formats.append(format_range(first, units(text, link.end) - first, _as_link(self.style)))
        if formats:
            layout.setFormats(formats)

    def _link_targets(self, block: Block, text: str) -> None:
        for link in find_links(text):
            rects = block.rects(units(text, link.start), units(text, link.end))
            if rects:
                self.row.targets.append(Target(Action.LINK, link.target, rects))

    def _action(
        self, action: Action, words: str, value: str = "", icon: str = "", gap: int = 0
    ) -> None:
        """Words that can be clicked, in a line of their own."""
        self.space(gap if icon else self.style.tight)
        theme, top = self.style.theme, self.y
        if icon:
            self._icon(icon, theme.accent, self.style.small.pitch)
        indent = self.style.icon_step if icon else 0
        self._paragraph(words, self._small(words, theme.accent, indent, link=True), -1, 3)
        block = self.row.blocks[-1]
        length = units(words, len(words))
        rects = block.rects(0, length)
        lead = QRect(self._start_x(self.style.icon), top, self.style.icon, block.pitch)
        self.row.targets.append(Target(action, value or words, (*rects, lead) if icon else rects))

    def _icon(self, name: str, colour: QColor, pitch: int, filled: bool = False) -> None:
        top = self.y + (pitch - self.style.icon) // 2
        self.row.icons.append(
            Icon(name, colour, QPoint(self._start_x(self.style.icon), top), filled)
        )

    def _line(self, text: str, face: Face, ink: QColor, left: int, width: int) -> Block:
        """One line of `text`, elided by nothing: names and times are short, or wrap away."""
        layout = _layout(text, face, runs_rtl(text, self.style.rtl), False)
        option = layout.textOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(width)
        line.setPosition(QPointF(0, face.base - line.ascent()))
        layout.endLayout()
        return Block(layout, left, self.y, face.pitch, face.pitch, ink)

    def _to_start(self, block: Block, used: int) -> None:
        """Puts a one-line block `used` pixels after the edge that reading starts from."""
        width = round(block.layout.lineAt(0).naturalTextWidth())
        block.x = self.left + self.width - used - width if self.style.rtl else self.left + used

    def _start_x(self, width: int) -> int:
        return self.left + self.width - width if self.style.rtl else self.left


def format_range(start: int, length: int, looks: QTextCharFormat) -> QTextLayout.FormatRange:
    """A look for a stretch of a layout, in UTF-16 units."""
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, looks
    return made


def _layout(text: str, face: Face, rtl: bool, from_right: bool) -> QTextLayout:
    layout = QTextLayout(text, face.font)
    option = QTextOption(alignment(from_right))
    option.setTextDirection(
        Qt.LayoutDirection.RightToLeft if rtl else Qt.LayoutDirection.LeftToRight
    )
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    return layout


def _as_link(style: Style) -> QTextCharFormat:
    looks = QTextCharFormat()
    looks.setFontUnderline(True)
    looks.setForeground(style.theme.accent)
    return looks


_SIGNS: dict[Mark, Callable[[Style], tuple[str, QColor]]] = {
    Mark.RIGHT: lambda style: ("checkmark_circle", style.theme.ok),
    Mark.WRONG: lambda style: ("dismiss", style.theme.warn),
    Mark.OPEN: lambda style: ("circle", style.theme.ink2),
    Mark.DAMAGED: lambda style: ("document_error", style.theme.warn),
}
