# SPDX-License-Identifier: GPL-2.0-only
"""Results of earlier runs: a file with a line of JSON for each run, the newest one last."""
import json
import os
import platform
import subprocess
import time


def machine():
    """What numbers can be compared within."""
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as f:
            model = next(line.split(":", 1)[1].strip() for line in f if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{model}, {os.cpu_count()} CPUs"


def version(perf):
    return subprocess.run([perf, "--version"], capture_output=True, text=True, check=False).stdout.strip()


def last(path, like):
    """The newest run on the same machine at the same scale; None if there is none."""
    found = None
    try:
        with open(path, encoding="utf-8") as f:
            for line in f:
                run = json.loads(line)
                if all(run.get(k) == like[k] for k in ("machine", "scale")):
                    found = run
    except OSError:
        pass
    return found


def begin(perf, scale):
    return {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "machine": machine(), "version": version(perf),
            "scale": scale, "rows": {}}


def append(path, run):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "a", encoding="utf-8") as f:
        f.write(json.dumps(run) + "\n")


def change(before, row, now):
    """Ours against the limit of the same run, then and now, as text: machines have good days and bad ones."""
    then = (before or {}).get("rows", {}).get(row, {})
    if "ours" not in then or "limit" not in then or "wall" not in then["ours"] or "wall" not in then["limit"]:
        return ""
    old = then["ours"]["wall"] / max(then["limit"]["wall"], 1e-4)
    if not now:
        return ""
    return f"{old:.1f} times the limit on {before['time'][:10]}, now {now:.1f}"
