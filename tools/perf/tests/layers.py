#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Prints every include that points upwards. Exit 1 if there is one. Run from tools/perf."""
import glob
import os
import re
import sys

# Bottom to top; folders of one rank may not include each other.
ORDER = [["base"], ["event"], ["choose"], ["data"], ["symbol"], ["code", "machine"], ["callchain"], ["session"],
         ["auxtrace", "output", "record", "generate"],
         ["rows", "script"], ["columns"], ["report", "export"], ["defer", "inject"]]
RANK = {name: i for i, row in enumerate(ORDER) for name in row}

bad = 0
for path in sorted(glob.glob("util/*/*.[ch]") + glob.glob("../lib/perf/**/*.[ch]", recursive=True)):
    folder = path.split("/")[1] if path.startswith("util/") else None
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        m = re.match(r'\s*#\s*include\s+"(?:util/(\w+)/|(builtin|ui/|tests/))', line)
        if not m:
            continue
        target = m.group(1)
        if folder is None or target is None:
            ok = False
        elif folder == target:
            ok = True
        else:
            ok = RANK[target] < RANK[folder]
        if not ok:
            print(f"{path}:{number}: {line.strip()}")
            bad += 1
print(f"{bad} includes point upwards")
sys.exit(1 if bad else 0)
