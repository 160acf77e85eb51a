#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares `perf script --aux-segments` with the truth of a generated recording.

    aux_windows.py PERF SCENARIO [OPTION...]     options of perf defer generate

The recording is read with perfdata.py too: AUX and AUXTRACE records must be what the truth says, and what
the tool counts. Where records were lost, the tool must say so; nothing else is compared then.
"""
import json
import os
import struct
import subprocess
import sys
import tempfile

import perfdata


def fail(text):
    print(f"FAILED: {os.path.basename(sys.argv[2])} {' '.join(sys.argv[3:])}: {text}")
    sys.exit(1)


def read_traces(path):
    """Bytes of AUXTRACE records by index, and (offset, size) of AUX records."""
    f = perfdata.PerfData(path)
    buffers, announced = {}, []
    for r in f.records():
        if r.type == perfdata.AUXTRACE:
            size, offset, _, idx = struct.unpack_from(f.order + "QQQI", r.body)
            at = r.offset + 8 + len(r.body)
            have = buffers.setdefault(idx, b"")
            # Up to 7 bytes of padding, where the next piece begins.
            if not len(have) - 8 < offset <= len(have):
                fail(f"a gap before {offset} in buffer {idx}")
            buffers[idx] = have[:offset] + f.data[at:at + size]
        elif r.type == perfdata.AUX:
            announced.append(struct.unpack_from(f.order + "QQQ", r.body))
    if f.warnings:
        fail(f.warnings)
    return buffers, announced


def compare(truth, windows):
    if len(truth) != len(windows):
        fail(f"{len(windows)} windows, the truth has {len(truth)}")
    for t, w in zip(truth, windows):
        exact = {"opened": ("begin", "begin_ns"), "closed": ("end", "end_ns")}
        for edge, (mine, theirs) in exact.items():
            by = w[edge]["event"] or w[edge]["by"]
            # Before the first trigger of a trace that runs at once there is no window in the truth.
            if by != t[edge]:
                fail(f"{edge} by {by}, not {t[edge]}: {w}")
            # Who changes the CPU is seen later on the new one, and was seen earlier on the old one.
            if t[edge] in ("migration", "end"):
                late = theirs == "begin_ns"
                if (w[theirs] < t[mine]) if late else (w[theirs] > t[mine]):
                    fail(f"{mine} {w[theirs]}, not {t[mine]}")
            elif w[theirs] != t[mine]:
                fail(f"{mine} {w[theirs]}, not {t[mine]}")
        for key in ("cpu", "pid", "tid"):
            if w[key] != t[key]:
                fail(f"{key} {w[key]}, not {t[key]}")
        if not w["bytes"] <= t["bytes"] <= w["bytes"] + w["shared_bytes"]:
            fail(f"{w['bytes']} and {w['shared_bytes']} shared bytes, not {t['bytes']}")
        if w["missing_bytes"] or w["shared_missing_bytes"]:
            fail(f"{w['missing_bytes']} bytes are missing")


def main():
    perf, scenario, options = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        data, truth_file = os.path.join(folder, "data"), os.path.join(folder, "truth")
        subprocess.run([perf, "defer", "generate", *options, "-o", data, "--windows", truth_file, scenario],
                       check=True)
        truth = sorted((json.loads(line) for line in open(truth_file)), key=lambda t: (t["begin"], t["cpu"], t["tid"]))
        run = subprocess.run([perf, "script", "--aux-segments", "--json", "-i", data], capture_output=True,
                             check=False)
        piped = subprocess.run([perf, "script", "--aux-segments", "--json", "-i", "-"], capture_output=True,
                               check=False, input=open(data, "rb").read())
        buffers, announced = read_traces(data)
    if run.returncode:
        fail(f"exit status {run.returncode}: {run.stderr.decode()}")
    if piped.stdout != run.stdout:
        fail("a pipe is read otherwise than the file")
    out = json.loads(run.stdout)
    totals = out["totals"]
    for idx, data in buffers.items():
        if data.rstrip(b"\0") != bytes(i & 255 for i in range(len(data)))[:len(data.rstrip(b"\0"))]:
            fail(f"buffer {idx} is not what was traced")
    if totals["aux_bytes"] != sum(a[1] for a in announced) or totals["aux_records"] != len(announced):
        fail(f"{totals['aux_bytes']} bytes in {totals['aux_records']} AUX records, not {announced}")
    if totals["truncated"] != sum(a[2] & 1 for a in announced):
        fail("truncated")
    if os.path.basename(scenario) == "lost.txt":
        if totals["lost_outside"] + sum(w["lost_records"] for w in out["windows"]) == 0:
            fail("nobody tells of the loss")
    else:
        compare(truth, [w for w in out["windows"] if w["opened"]["by"] != "start"])
        if len(truth) == len(out["windows"]) and sum(t["bytes"] for t in truth) != totals["inside_bytes"]:
            fail(f"all windows together have {totals['inside_bytes']} bytes")


if __name__ == "__main__":
    main()
