# SPDX-License-Identifier: GPL-2.0-only
"""ndjson_rows.py < NDJSON: a row for each sample, a list of what scripts in Python get of it, too, so that the two can be compared."""
import json
import sys

for line in sys.stdin:
    d = json.loads(line)
    pid, tid = (2**32 - 1 if d[key] is None else d[key] for key in ("pid", "tid"))
    print(json.dumps((d["time"], d["event"], d["comm"], pid, tid, d["period"], d["sym"], (d["dso"] or "").split("/")[-1], d["orphan"],
                      [f["missing"] if "missing" in f else [f["ip"], f["sym"]] for f in d["stack"]])))
