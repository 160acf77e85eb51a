#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares the windows of `perf script --aux-segments` with what the test module wrote in them.

    check-segments.py PERF DIR      DIR as for check.py

Prints 'ok: WHAT' and 'FAILED: WHAT: WHY'; exit status 1 if anything failed.
"""
import importlib.util
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SPEC = importlib.util.spec_from_file_location("check", os.path.join(HERE, "check.py"))
check = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(check)
need = check.need

RECORD = 32		# bytes

# Recordings whose traces events switch, and whether all that was written must be there.
RECORDINGS = {"task": True, "thread": True, "threads": True, "system": True, "cpu": True,
              "packed": True, "range": True, "range-return": True, "range-thread": True,
              "range-kernel": True, "pipe": True, "terminated": False, "snapshot-N": False, "snapshot-Y": False}


def holds(window, written, by_thread):
    return (window["begin_ns"] <= written.time <= window["end_ns"] and window["cpu"] == written.cpu and
            (not by_thread or window["tid"] == written.tid))


def compare(perf, folder, name, all_there):
    r = check.Recording(folder, name)
    by_thread = name not in ("system", "cpu")
    run = subprocess.run([perf, "script", "--aux-segments", "--json", "-i", os.path.join(folder, name + ".data")],
                         capture_output=True, check=False)
    need(run.returncode == 0, f"exit status {run.returncode}: {run.stderr.decode()}")
    out = json.loads(run.stdout)
    windows, totals = out["windows"], out["totals"]
    need(windows, "no windows")
    written = r.all_written()
    inside = [[] for _ in windows]
    for w in written:
        at = [i for i, x in enumerate(windows) if holds(x, w, by_thread)]
        # A record on the border of two is in one of them.
        need(at, f"{w} is in no window")
        inside[at[0] if w.type in (check.PAUSE, check.STOP) else at[-1]].append(w)
    for x, has in zip(windows, inside):
        kinds = [w.type for w in has]
        need(kinds.count(check.RESUME) <= 1 and kinds.count(check.PAUSE) <= 1, f"several windows in {x}")
        if all_there and x["opened"]["by"] == "event":
            need(kinds.count(check.RESUME) == 1, f"nothing was resumed in {x}")
        if all_there and x["closed"]["by"] == "event":
            need(kinds.count(check.PAUSE) == 1, f"nothing was paused in {x}")
        if all_there:
            need(x["bytes"] <= RECORD * len(has) <= x["bytes"] + x["shared_bytes"],
                 f"{RECORD * len(has)} bytes were written in {x}")
            need(not x["missing_bytes"] and not x["shared_missing_bytes"], f"bytes are missing in {x}")
    # As many windows as there are pairs of samples, however they are found.
    pairs = sum(len(v) for v in r.windows(by_thread).values())
    closed = sum(x["opened"]["by"] == "event" for x in windows)
    need(closed == pairs, f"{closed} windows, {pairs} in the samples")
    need(totals["aux_bytes"] == sum(a.size for a in r.aux), f"{totals['aux_bytes']} bytes announced")
    need(totals["truncated"] == sum(bool(a.flags & check.TRUNCATED) for a in r.aux), "truncated records")
    need(totals["partial"] == sum(bool(a.flags & check.PARTIAL) for a in r.aux), "partial records")
    need(totals["snapshot"] == any(a.flags & check.OVERWRITE for a in r.aux), "snapshot or not")
    # As Intel PT does it, a head that wraps comes with all of the buffer, also where nothing was written.
    need(not totals["outside_bytes"] or name == "snapshot-Y", f"{totals['outside_bytes']} bytes outside of all windows")


def main():
    bad = 0
    for name, all_there in RECORDINGS.items():
        try:
            compare(sys.argv[1], sys.argv[2], name, all_there)
            print(f"ok: windows of '{name}'")
        except (check.Wrong, OSError, ValueError, KeyError) as e:
            print(f"FAILED: windows of '{name}': {e}")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
