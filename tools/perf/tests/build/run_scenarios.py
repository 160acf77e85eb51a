#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Generates every scenario in every format and byte order, and compares a reader with the truth.

    run_scenarios.py oracle|script PERF SCENARIO...

`oracle` reads with perfdata.py: generator against an independent reader. `script` reads with
`PERF script`: chains, order, orphan marks and exit status.

Lines of a scenario that are comments for the generator:

    #> TIME TID EVENT KERNEL | USER | ORPHAN    a sample, in order; TIME counts from `start`, in us
    #: protocol C                               makes no sense in the other protocol
    #: status 2                                 what perf script must exit with
"""
import os
import subprocess
import sys
import tempfile

import compare

START = 10**9
VARIANTS = [(order, form, pack) for order in ("little", "big")
            for form, pack in (("file", 0), ("pipe", 0), ("directory", 0), ("file", 81), ("pipe", 83))]


class Scenario:
    def __init__(self, path):
        self.path, self.expected = path, []
        self.protocols, self.status = ["C", "A"], 0
        for line in open(path, encoding="utf-8"):
            if line.startswith("#>"):
                self.expected.append(line[2:].strip())
            elif line.startswith("#: protocol"):
                self.protocols = line.split()[2:]
            elif line.startswith("#: status"):
                self.status = int(line.split()[2])


def text(s):
    """A sample as a "#>" line has it."""
    def ips(v):
        return ",".join(i[2:] for i in v) or "-"
    return "%d %d %s %s | %s | %s" % ((s["time"] - START) // 1000, s["tid"], s["event"], ips(s["kernel"]),
                                      ips(s["user"]), s["orphan"] or "-")


def check_expected(scenario, truth):
    """The generator's truth against the one a person wrote down."""
    have = [text(s) for s in truth]
    if not scenario.expected or have == scenario.expected:
        return []
    return ["the scenario says", *scenario.expected, "the generator's truth is", *have]


def read_with_script(perf, path, pipe, want_status):
    """Returns (samples, complaints)."""
    command = [perf, "script", "-F", "tid,time,event,ip", "-i", "-" if pipe else path]
    stdin = open(path, "rb") if pipe else subprocess.DEVNULL
    run = subprocess.run(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         timeout=120, check=False)
    if pipe:
        stdin.close()
    bad = []
    if run.returncode != want_status:
        bad = [f"perf script exits {run.returncode}, not {want_status}: {run.stderr.decode()[:300]}"]
    if want_status and not run.stderr:
        bad.append("damage, and not a word about it")
    with tempfile.NamedTemporaryFile("wb", delete=False) as f:
        f.write(run.stdout)
    try:
        return compare.from_script(f.name), bad
    finally:
        os.unlink(f.name)


def run_variant(how, perf, scenario, protocol, variant, folder):
    order, form, pack = variant
    data, truth_path = os.path.join(folder, form), os.path.join(folder, "truth")
    command = [perf, "defer", "generate", "-o", data, "--truth", truth_path, "--protocol", protocol,
               "--byte-order", order, "--format", form, scenario.path]
    if pack:
        command[3:3] = ["--compress", str(pack)]
    subprocess.run(command, check=True)
    truth = compare.load_truth(truth_path)
    bad = check_expected(scenario, truth) if protocol == scenario.protocols[0] else []
    if how == "oracle":
        got = compare.from_file(data)
    else:
        compare.microseconds(truth)
        got, more = read_with_script(perf, data, form == "pipe", scenario.status)
        bad += more
    bad += compare.compare(truth, got)
    return bad


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in ("oracle", "script"):
        print(__doc__.strip(), file=sys.stderr)
        return 129
    how, perf, runs, failed = sys.argv[1], sys.argv[2], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sys.argv[3:]:
            scenario = Scenario(path)
            large = os.path.basename(path).startswith("thousands")
            for protocol in scenario.protocols:
                for variant in VARIANTS[::4] if large else VARIANTS:
                    runs += 1
                    try:
                        bad = run_variant(how, perf, scenario, protocol, variant, folder)
                    except (ValueError, subprocess.SubprocessError) as e:
                        bad = [str(e)]
                    if bad:
                        failed += 1
                        print(f"{os.path.basename(path)}: protocol {protocol}, {variant}:")
                        print(*("  " + line[:400] for line in bad[:6]), sep="\n")
                    if failed >= 25:
                        print("and so on")
                        return 1
    print(f"{runs} runs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
