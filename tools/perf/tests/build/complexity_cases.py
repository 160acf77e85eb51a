# SPDX-License-Identifier: GPL-2.0-only
"""All cases of complexity.py: files that fill one table or list of a reader each, as large as one likes.

Written from the format's text alone, and sharing nothing with the tool.
"""
import complexity_chains
import complexity_compare
import complexity_dwarf
import complexity_events
import complexity_files
import complexity_records
import complexity_waiting
import complexity_words
import complexity_world
from complexity_case import CASES
