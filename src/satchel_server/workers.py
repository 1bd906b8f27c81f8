"""The threads in which requests use the database. They are few: a school's database serves few writers well."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Answer = TypeVar("Answer")
Given = ParamSpec("Given")


class Workers:
    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="satchel-request")

    async def run(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        """What `work` answers or raises, from one of the threads."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, lambda: work(*given, **named))

    def close(self) -> None:
        """Waits for what is being worked on."""
        self._pool.shutdown(wait=True)
