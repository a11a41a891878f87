"""Recording in forked processes."""

from __future__ import annotations

import os
import weakref
from typing import Protocol


class Renewable(Protocol):
    def renew(self) -> None: ...


_all: weakref.WeakSet[Renewable] = weakref.WeakSet()


def renew_after_fork(one: Renewable) -> None:
    """Calls `renew` in each process that is forked from this one.

    A fork copies no threads, and locks as they are at that moment. So the copy begins without both,
    and the records that the parent process holds are left to it.
    """
    _all.add(one)


def _renew_all() -> None:
    for one in list(_all):
        one.renew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_all)
