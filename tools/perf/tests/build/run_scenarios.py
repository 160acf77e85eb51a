#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Generates every scenario in every format and byte order, and compares a reader with the truth.

    run_scenarios.py oracle|script|merge PERF SCENARIO...

`oracle` reads with perfdata.py: generator against an independent reader. `script` reads with
`PERF script`: chains, order, orphan marks, exit status, and the files that user halves lie in. `merge`
does so with what `PERF defer merge` made of the recording; where OLD_PERF names an older perf (6.1), that
one must read it too, with the same chains.

Lines of a scenario that are comments for the generator:

    #> TIME TID EVENT KERNEL | USER | ORPHAN    a sample, in order; TIME counts from `start`, in us
    #: protocol C                               makes no sense in the other protocol
    #: status 2                                 what perf script must exit with
    #: reason open                              why a record is not there cannot be told for sure
    #: no old perf                              knows what is in it
    #: dso 0x7f0000000100 /usr/lib/libnew.so    where a user address must lie
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

import compare
import perfdata

START = 10**9
PROGRAM_BASE, PROGRAM_SIZE = 0x400000, 0x100000		# where the generator maps programs
LIBRARY_BASE = 0x7f0000000000				# and scenarios their libraries
VARIANTS = [(order, form, pack) for order in ("little", "big")
            for form, pack in (("file", 0), ("pipe", 0), ("directory", 0), ("file", 81), ("pipe", 83))]

# A search for leaks takes half of the time of a short run: those of the generator show with `oracle`.
ONCE = {**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}
# All of this has been compared; now it is the code that is watched (by sanitizers).
AGAIN = bool(os.environ.get("PERF_TEST_AGAIN"))
PLAIN = [v for v in VARIANTS if v[1:] == ("file", 0)]
OTHER = [v for v in VARIANTS if v not in PLAIN]


LONG = bool(os.environ.get("PERF_TEST_LONG")) and not AGAIN


def variants(how, large, turn):
    """Plain files, in both byte orders. How the others are unpacked does not depend on what is in them: some, in turn."""
    if LONG:
        return VARIANTS
    if large:
        return VARIANTS[::4]
    if AGAIN:
        return [PLAIN[turn // 2 % 2]] + ([OTHER[turn // 3 % len(OTHER)]] if turn % 3 == 0 else [])
    nr = 3 if how == "script" else 1
    return PLAIN + [OTHER[(nr * turn + k) % len(OTHER)] for k in range(nr)]


class Scenario:
    def __init__(self, path):
        self.path, self.expected = path, []
        self.protocols, self.status, self.dsos = ["C", "A"], 0, {}
        self.strict = True
        self.old_perf = None if AGAIN else os.environ.get("OLD_PERF")
        for line in open(path, encoding="utf-8"):
            if line.startswith("#>"):
                self.expected.append(line[2:].strip())
            elif line.startswith("#: protocol"):
                self.protocols = line.split()[2:]
            elif line.startswith("#: status"):
                self.status = int(line.split()[2])
            elif line.startswith("#: no old perf"):
                self.old_perf = None
            elif line.startswith("#: reason open"):
                self.strict = False
            elif line.startswith("#: dso"):
                self.dsos[int(line.split()[2], 16)] = line.split()[3]


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


def run_script(perf, path, pipe, want_status):
    """Returns (text, complaints)."""
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
    return run.stdout, bad


def samples_of(text):
    with tempfile.NamedTemporaryFile("wb", delete=False) as f:
        f.write(text)
    try:
        return compare.from_script(f.name)
    finally:
        os.unlink(f.name)


def read_with_script(perf, path, pipe, want_status):
    """Returns (samples, complaints)."""
    stdout, bad = run_script(perf, path, pipe, want_status)
    return samples_of(stdout), bad


def merge(perf, path, folder, want_status, bad):
    """The merged recording's path; complaints go to @bad."""
    out = os.path.join(folder, "merged")
    run = subprocess.run([perf, "defer", "merge", "-i", path, "-o", out], stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
    if run.returncode != want_status:
        bad.append(f"perf defer merge exits {run.returncode}, not {want_status}: {run.stderr.decode()[:300]}")
    # Nothing in it may be new to an old reader.
    f, _, records, _ = perfdata.load(out)
    if records:
        bad.append(f"{len(records)} deferred records are left")
    if any(bit in a.flags for a in f.attrs for bit in (38, 39)):
        bad.append("an attr still says that it defers")
    return out


def relative(want, have):
    """perf 6.1 prints user addresses relative to the beginning of their file."""
    return have == want or have in (want - PROGRAM_BASE, want - LIBRARY_BASE)


def check_old_perf(old_perf, path, truth):
    run = subprocess.run([old_perf, "script", "--no-inline", "--max-stack=1000", "-F", "tid,time,event,ip",
                          "-i", path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, timeout=120, check=False)
    with tempfile.NamedTemporaryFile("wb", delete=False) as f:
        f.write(run.stdout)
    try:
        got = compare.from_script(f.name)
    finally:
        os.unlink(f.name)
    bad = []
    if run.returncode:
        bad.append(f"{old_perf} exits {run.returncode}: {run.stderr.decode()[:300]}")
    if len(got) != len(truth):
        bad.append(f"{old_perf} shows {len(got)} samples, the truth has {len(truth)}")

    def key(s):
        return s["time"], s["tid"], s["event"]
    for want, have in zip(sorted(truth, key=key), sorted(got, key=key)):
        if key(want) != key(have) or len(want["chain"]) != len(have["chain"]) or \
                not all(map(relative, want["chain"], have["chain"])):
            bad.append(f"{old_perf} at {want['time']}: {[hex(i) for i in have['chain']]}, not "
                       f"{[hex(i) for i in want['chain']]}")
    return bad


def check_dsos(perf, path, scenario, truth):
    """Each user half lies in the program of its own time."""
    run = subprocess.run([perf, "script", "-F", "tid,time,event,ip,dso", "-i", path], stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=False)
    blocks = [b.split("\n") for b in run.stdout.decode().split("\n\n") if b.strip()]
    bad = []
    for s, block in zip(truth, blocks):
        frames = [line.split() for line in block if line.startswith("\t")]
        for words in frames[len(s["kernel"]):]:
            want = scenario.dsos.get(int(words[0], 16))
            if PROGRAM_BASE <= int(words[0], 16) < PROGRAM_BASE + PROGRAM_SIZE:
                want = s["program"]
            if want and words[-1] != f"({want})":
                bad.append(f"at {s['time']}: {words[0]} is in {words[-1]}, not in {want}")
    return bad


def check_report(perf, path, truth):
    """The stacks that perf report counts, event by event, are the truth's."""
    run = subprocess.run([perf, "report", "--stdio", "--no-children", "-s", "comm", "-g",
                          "folded,0,caller,address,count", "--max-stack", "10000", "-i", path],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120,
                         check=False)
    want, have, event, comm = collections.Counter(), collections.Counter(), "", ""
    for line in run.stdout.decode().splitlines():
        if line.startswith("# Samples:"):
            event = line.split("'")[1]
        elif re.match(r"^ +[0-9.]+%  ", line):
            comm = line.split()[1]
        elif re.match(r"^[0-9]+ ", line):
            count, stack = line.split(" ", 1)
            # Where a stack ends is marked; a mark is no frame.
            stack = re.sub(r"\[caller missing: [^;]*\](;|$)", "", stack)
            have[event, comm, stack] += int(count)
    for s in truth:
        stack = [ip.lower() for ip in reversed(s["user"])] + list(reversed(s["kernel"]))
        if s["orphan"]:
            stack.insert(0, f"[user stack missing: {s['orphan']}]")
        want[s["event"], s["comm"], ";".join("0" if ip == "0x0" else ip for ip in stack)] += 1
    if want == have:
        return []
    return [f"perf report: missing {dict(want - have)}, too many {dict(have - want)}"]


def check_stat(perf, path):
    """What perf defer stat counts is what the independent reader counts."""
    run = subprocess.run([perf, "defer", "stat", "--json", "-i", path], stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=False)
    stat = json.loads(run.stdout)
    count = perfdata.stitch(*perfdata.load(path))
    pairs = [("samples", "samples"), ("deferred", "waiting"), ("records", "records"),
             ("duplicate_records", "duplicates"), ("stitched_by_later", "by_later"),
             ("stitched_by_earlier", "by_earlier")]
    bad = [f"perf defer stat: {a} is {stat[a]}, not {count[b]}" for a, b in pairs if stat[a] != count[b]]
    if sum(stat["orphans"].values()) != count["orphans"]:
        bad.append(f"perf defer stat: orphans {stat['orphans']}, not {count['orphans']}")
    return bad


def run_variant(how, perf, scenario, protocol, variant, folder, known, more):
    """@known: truths by their text, each with what was printed and was right: most variants print the same. @more: is it
    this variant whose report, counts and so on are looked at, too?"""
    order, form, pack = variant
    data, truth_path = os.path.join(folder, form), os.path.join(folder, "truth")
    command = [perf, "defer", "generate", "-o", data, "--truth", truth_path, "--protocol", protocol,
               "--byte-order", order, "--format", form, scenario.path]
    if pack:
        command[3:3] = ["--compress", str(pack)]
    subprocess.run(command, check=True, env=ONCE if how != "oracle" else None)
    with open(truth_path, "rb") as f:
        truth_text = f.read()
    if truth_text not in known:
        known[truth_text] = compare.load_truth(truth_path), set()
    truth, right = known[truth_text]
    bad = check_expected(scenario, truth) if protocol == scenario.protocols[0] else []
    if how == "oracle":
        got = compare.from_file(data)
    else:
        compare.microseconds(truth)
        status, pipe = scenario.status, form == "pipe"
        if how == "merge":
            data, pipe, status = merge(perf, data, folder, status, bad), False, 0
            # A classic chain cannot hold what looks like a marker: 0 stands in its place.
            for s in truth:
                s["chain"] = [0 if ip >= compare.CONTEXT_MAX else ip for ip in s["chain"]]
        printed, complaints = run_script(perf, data, pipe, status)
        bad += complaints
        if how == "merge" and scenario.old_perf and more:
            bad += check_old_perf(scenario.old_perf, data, truth)
        if more and how == "script":
            bad += check_dsos(perf, data, scenario, truth)
            bad += check_stat(perf, data)
            if scenario.strict:
                bad += check_report(perf, data, truth)
        if printed in right:
            return bad
        got = samples_of(printed)
    different = compare.compare(truth, got, marks=how != "merge", strict=how == "script" and scenario.strict)
    if not different and how != "oracle":
        right.add(printed)
    return bad + different


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in ("oracle", "script", "merge"):
        print(__doc__.strip(), file=sys.stderr)
        return 129
    how, perf, runs, failed, turn = sys.argv[1], sys.argv[2], 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sys.argv[3:]:
            scenario = Scenario(path)
            large = os.path.basename(path).startswith("thousands")
            for protocol in scenario.protocols:
                turn, known = turn + 1, {}
                # What stitches is the same code: every second one, and 'merge' takes those that 'script' leaves.
                if AGAIN and how != "oracle" and turn % 2 == (how == "merge"):
                    continue
                for variant in variants(how, large, turn):
                    runs += 1
                    more = variant in PLAIN and (LONG or AGAIN or large or variant == PLAIN[turn // 2 % 2])
                    try:
                        bad = run_variant(how, perf, scenario, protocol, variant, folder, known, more)
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
