"""How high a long column of rows is, when only those that were seen have been measured. Pure."""

from __future__ import annotations

_SIDE = 1 << 31
"""Rows there may be on either side of position 0."""


class Heights:
    """Heights by position: measured ones exact, all others taken as `estimate`.

    Positions run from `first` (below 0 once older rows were put in front) to before `end` and never
    change their meaning. Every operation takes about 30 steps, however many rows there are.
    """

    def __init__(self, first: int = 0, end: int = 0, estimate: int = 100) -> None:
        self.first = first
        self.end = end
        self.estimate = estimate
        self._known: dict[int, int] = {}
        self._after = _Sums()
        self._before = _Sums()

    def __contains__(self, position: int) -> bool:
        return position in self._known

    def get(self, position: int) -> int:
        return self._known.get(position, self.estimate)

    def set(self, position: int, height: int) -> None:
        change = height - self.get(position)
        self._known[position] = height
        if change:
            self._side(position, change)

    def forget(self, position: int) -> None:
        """Makes one row unmeasured again."""
        height = self._known.pop(position, None)
        if height is not None and height != self.estimate:
            self._side(position, self.estimate - height)

    def forget_within(self, positions: range) -> None:
        """Makes several rows unmeasured again; those that were not measured cost nothing."""
        for position in [one for one in self._known if one in positions]:
            self.forget(position)

    def forget_all(self, estimate: int | None = None) -> None:
        """Makes all rows unmeasured, at a new estimate if one is given."""
        self.estimate = self.estimate if estimate is None else max(1, estimate)
        self._known = {}
        self._after = _Sums()
        self._before = _Sums()

    def settle(self) -> None:
        """Takes the mean of what has been measured as the estimate. Cheap only while that is little."""
        if not self._known:
            return
        known = self._known
        self.forget_all(round(sum(known.values()) / len(known)))
        for position, height in known.items():
            self.set(position, height)

    def top(self, position: int) -> int:
        """The height of everything before `position`."""
        plain = (position - self.first) * self.estimate
        if position < 0:
            return plain + self._before.total - self._before.below(-position)
        return plain + self._before.total + self._after.below(position)

    @property
    def total(self) -> int:
        return self.top(self.end)

    @property
    def measured(self) -> int:
        return len(self._known)

    def at(self, y: int) -> int:
        """The position of the row that covers `y`; the nearest one outside the column."""
        low, high = self.first, max(self.first, self.end - 1)
        while low < high:
            middle = (low + high + 1) >> 1
            if self.top(middle) <= y:
                low = middle
            else:
                high = middle - 1
        return low

    def _side(self, position: int, change: int) -> None:
        if position < 0:
            self._before.add(-position - 1, change)
        else:
            self._after.add(position, change)


class _Sums:
    """A Fenwick tree that holds only what differs from nothing."""

    def __init__(self) -> None:
        self._sums: dict[int, int] = {}
        self.total = 0

    def add(self, index: int, change: int) -> None:
        self.total += change
        index += 1
        while index <= _SIDE:
            self._sums[index] = self._sums.get(index, 0) + change
            index += index & -index

    def below(self, index: int) -> int:
        """The sum of all entries before `index`."""
        found = 0
        while index > 0:
            found += self._sums.get(index, 0)
            index &= index - 1
        return found
