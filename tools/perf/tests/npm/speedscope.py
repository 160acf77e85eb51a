#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""speedscope's own app in a browser: speedscope.py PERF APP RECORDING-FOLDER TEMPORARY-FOLDER

The table of functions that it shows for a file of each format has the names and sums of `perf report --json`. (Its reader of Firefox
profiles takes only an older format, of Firefox's own developer tools.)
"""
import base64
import collections
import json
import os
import re
import subprocess
import sys

import browser

FORMATS = ("folded", "pprof", "speedscope")


def export(perf, golden, name, path, *options):
    subprocess.run([perf, "defer", "export", "-q", "--format=" + name, "-i", golden + "/demo.data", "--symfs", golden + "/root",
                    "--kallsyms", golden + "/kallsyms", "-o", path, *options], check=True)


def report(perf, golden):
    """{function: own period}, and the sum of all."""
    out = subprocess.run([perf, "report", "-q", "--json", "--no-children", "-s", "sym", "-i", golden + "/demo.data", "--symfs", golden + "/root",
                          "--kallsyms", golden + "/kallsyms"], check=True, stdout=subprocess.PIPE).stdout
    event, = json.loads(out)["events"]
    own = collections.Counter()
    for r in event["rows"]:
        own[re.sub(r"^\[.\] ", "", r["keys"]["sym"])] += r["self"][0]["period"]
    return own, event["members"][0]["period"]


def totals(folded):
    """{function: total} of folded stacks, each sample once."""
    out = collections.Counter()
    with open(folded, encoding="utf-8") as f:
        for line in f:
            stack, n = line.rsplit(" ", 1)
            for name in set(stack.split(";")[1:]):
                out[name] += int(n)
    return out


def shown(value, is_time):
    if not is_time:
        return f"{value:,}"
    unit = next((u for u in ((10**9, "s"), (10**6, "ms"), (10**3, "\u00b5s")) if value >= u[0]), (1, "ns"))
    return f"{value / unit[0]:.2f}{unit[1]}"


def table(app, path, folder):
    """What is on the screen: {function: (total, own)} as texts."""
    with open(path, "rb") as f:
        data = base64.b64encode(f.read()).decode()
    load = os.path.join(folder, "load.js")
    with open(load, "w", encoding="ascii") as f:
        f.write(f"speedscope.loadFileFromBase64({json.dumps(os.path.basename(path))}, {json.dumps(data)})")
    url = f"file://{app}/index.html#view=sandwich&localProfilePath={load.lstrip('/')}"
    with browser.Page(url, width=1300, height=900) as page:
        for _ in range(600):
            text = page.run("document.body.innerText") or ""
            if "Symbol Name" in text:
                break
            page.frame()
        if page.errors:
            raise SystemExit(f"{path}: speedscope complains: {page.errors}")
        page.picture(path + ".png")
    cell = r"([\d.,]+(?:ns|.s|ms|s)?) \([<\d.]+%\)"
    return {name: (total, own) for total, own, name in re.findall(cell + r"\n\t" + cell + r"\n\t(.*)\n", text)}


def main():
    perf, app, golden, folder = sys.argv[1:]
    if not browser.program():
        print("no chromium is installed: nobody has looked at what speedscope shows")
        sys.exit(77)
    export(perf, golden, "folded", folder + "/demo.folded")
    own, whole = report(perf, golden)
    total = totals(folder + "/demo.folded")
    with open(folder + "/demo.folded", encoding="utf-8") as f:
        if sum(int(line.rsplit(" ", 1)[1]) for line in f) != whole:
            raise SystemExit("the sum of the folded stacks is not that of the report")
    for name in FORMATS:
        path = f"{folder}/demo.{name}"
        export(perf, golden, name, path)
        rows = table(app, path, folder)
        if len(rows) < 15:
            raise SystemExit(f"{name}: only {len(rows)} functions are on the screen: {rows}")
        most = max((f for f in own if f in total), key=lambda f: own[f])
        if most not in rows:
            raise SystemExit(f"{name}: {most} is not on the screen")
        for function, (t, o) in rows.items():
            clean = re.sub(r" \((inlined|by its call)\)$", "", function)
            if t != shown(total[clean], name != "folded"):
                raise SystemExit(f"{name}: {function}: total {t} instead of {shown(total[clean], name != 'folded')}")
            if clean in own and o != shown(own[clean], name != "folded"):
                raise SystemExit(f"{name}: {function}: own {o} instead of {shown(own[clean], name != 'folded')}")


main()
