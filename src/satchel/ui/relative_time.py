"""When something happened, in words that stay true. Pure: the present, the zone and the locale are arguments."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale, QObject, QTimeZone

_CLOCK_NOISE = -5
"""Seconds a moment may lie ahead of the clock and still count as now; beyond, the clock went back."""


def time_in_words(moment: datetime, now: datetime, zone: QTimeZone, locale: QLocale) -> str:
    """“14 minutes ago”, “Yesterday, 08:40”, … Both moments must be aware.

    Minutes are elapsed time, days are calendar days of `zone`. A moment that the clock has not reached
    yet (it was set back meanwhile) is named by its date and time, never as “in 3 minutes”.
    """
    locale = spoken(locale)
    elapsed = (now - moment).total_seconds()
    local = _local(moment, zone)
    if _CLOCK_NOISE <= elapsed < 60:
        return QCoreApplication.translate("RelativeTime", "just now")
    if 60 <= elapsed < 120:
        return QCoreApplication.translate("RelativeTime", "1 minute ago")
    if 120 <= elapsed < 3600:
        return RelativeTime().minutes(int(elapsed // 60))
    clock = locale.toString(local.time(), QLocale.FormatType.ShortFormat)
    return QCoreApplication.translate("RelativeTime", "{day}, {time}").format(
        day=_day_of_time(local.date(), _local(now, zone).date(), locale), time=clock
    )


class RelativeTime(QObject):
    """Words with a number: Qt's extractor sees plural forms only in `self.tr`."""

    def minutes(self, n: int) -> str:
        return self.tr("%n minutes ago", "", n)


def day_in_words(moment: datetime, now: datetime, zone: QTimeZone, locale: QLocale) -> str:
    """The heading over a day's messages: “Today”, “Yesterday”, “Friday”, or the whole date."""
    locale = spoken(locale)
    day, today = _local(moment, zone).date(), _local(now, zone).date()
    return _near_day(day, today, locale) or locale.toString(day, QLocale.FormatType.LongFormat)


def full_time(moment: datetime, zone: QTimeZone, locale: QLocale) -> str:
    """Date, time and zone in full, for tooltips."""
    return spoken(locale).toString(_local(moment, zone), QLocale.FormatType.LongFormat)


def full_date(moment: datetime, zone: QTimeZone, locale: QLocale) -> str:
    """The date in full, without a time: “20 November 2026”."""
    return spoken(locale).toString(_local(moment, zone).date(), QLocale.FormatType.LongFormat)


def date_and_time(moment: datetime, zone: QTimeZone, locale: QLocale) -> str:
    """Date and time in full, for sentences: “Friday, 20 November 2026, 09:14”."""
    said, local = spoken(locale), _local(moment, zone)
    return QCoreApplication.translate("RelativeTime", "{day}, {time}").format(
        day=said.toString(local.date(), QLocale.FormatType.LongFormat),
        time=said.toString(local.time(), QLocale.FormatType.ShortFormat),
    )


def same_day(left: datetime, right: datetime, zone: QTimeZone) -> bool:
    return _local(left, zone).date() == _local(right, zone).date()


def spoken(locale: QLocale) -> QLocale:
    """`locale`, or British English for the C locale, which no person speaks."""
    if locale.language() == QLocale.Language.C:
        return QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
    return locale


def _day_of_time(day: QDate, today: QDate, locale: QLocale) -> str:
    return _near_day(day, today, locale) or locale.toString(day, QLocale.FormatType.ShortFormat)


def _near_day(day: QDate, today: QDate, locale: QLocale) -> str:
    """A day of the past week in words; empty for all others, days to come among them."""
    ago = day.daysTo(today)
    if ago == 0:
        return QCoreApplication.translate("RelativeTime", "Today")
    if ago == 1:
        return QCoreApplication.translate("RelativeTime", "Yesterday")
    if 2 <= ago <= 6:
        return locale.standaloneDayName(day.dayOfWeek())
    return ""


def _local(moment: datetime, zone: QTimeZone) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(int(moment.timestamp() * 1000), zone)
