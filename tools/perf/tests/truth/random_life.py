# SPDX-License-Identifier: GPL-2.0-only
"""The leaves of random programs of seeds from 700000 to 999999: what programs do in life, and the others do not.

As random_leaves.py. A library that is loaded in a handler is LIBRARY.
"""
from random_life_code import ASSEMBLER, TRAMPOLINE
from random_life_seldom import SELDOM
from random_life_signals import LIBRARY, SIGNALS
from random_life_tasks import TASKS
from random_life_ways import WAYS

__all__ = "LIBRARY", "LIFE_LEAVES", "SELDOM", "TRAMPOLINE"

LIFE_LEAVES = {**WAYS, **SIGNALS, **TASKS, **ASSEMBLER}
