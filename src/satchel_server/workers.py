"""The threads in which requests use the database. They are few: a school's database serves few writers well."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, ParamSpec, TypeVar

Answer = TypeVar("Answer")
Given = ParamSpec("Given")


class Workers:
    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="satchel-request")
        self._under_way: set[Future[Any]] = set()

    async def run(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        """What `work` answers or raises, from one of the threads."""
        future = self._pool.submit(work, *given, **named)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return await asyncio.wrap_future(future)

    def close(self, seconds: float) -> bool:
        """Waits for what is being worked on, so long at the most; whether all of it has ended."""
        _, left = wait(tuple(self._under_way), seconds)
        self._pool.shutdown(wait=not left, cancel_futures=True)
        return not left
