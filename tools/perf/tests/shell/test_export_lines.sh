#!/bin/sh
# perf defer export: source lines, addresses, names of processes and the use of CPUs
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
need_features dwarf
need_tools gcc nm objdump addr2line
export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C
cd "$dir"
cat > inlines.c << 'END'
volatile int n;
static inline __attribute__((always_inline)) void leaf(void)
{
	n++;
}
__attribute__((noinline)) void around(void)
{
	leaf();
	n--;
}
int main(void)
{
	around();
	return n;
}
END
gcc -g -O1 -o inlines inlines.c
printf '%s\n' 'ffffffff81000000 T _text' 'ffffffff81000100 t in_it' 'ffffffff81000200 T end_of_it' > kallsyms
cat > check.py << 'END'
import json, os, re, subprocess, sys
from perfwrite import *

perf = sys.argv[1]
at = {w[2]: int(w[0], 16) for w in (l.split() for l in subprocess.run(["nm", "inlines"], capture_output=True, text=True, check=True).stdout.splitlines())
      if len(w) == 3}
page, base, kernel = at["around"] & ~0xfff, 0x7f1000000000, 0xffffffff81000000
USER, KERNEL = 2**64 - 512, 2**64 - 128
code = base + (at["around"] & 0xfff)
SAMPLE = S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_IDENTIFIER | S_CALLCHAIN


def record(name, *kinds, sample_type=SAMPLE):
    f = Writer()
    # Each kind: the type and number of an event, and what it is called.
    events = [f.event(type=t, config=c, sample_type=sample_type, name=n, ids=[i + 1]) for i, (t, c, n) in enumerate(kinds)]
    f.record(MMAP, f.pack("iiQQQ", -1, 0, kernel, 0x1000000, kernel) + f.text("[kernel.kallsyms]_text") + f.sample_id(0, 0, 1), MISC_KERNEL)
    f.comm(77, 77, "inlines")
    f.comm(77, 78, "worker")
    f.mmap2(77, 77, base, 0x1000, page, os.path.abspath("inlines"))
    for i, e in enumerate(events):
        for t in range(3):
            f.sample(e, ip=code, chain=(USER, code), pid=77, tid=77, time=1000000 * (t + 1) + i, cpu=0, period=250000 * (t + 1))
            f.sample(e, ip=code, chain=(USER, code), pid=77, tid=78, time=1000000 * (t + 1) + i, cpu=1, period=1000)
        f.sample(e, ip=kernel + 0x120, chain=(KERNEL, kernel + 0x120), pid=0, tid=0, time=9000000 + i, cpu=0, period=4000, misc=MISC_KERNEL)
    f.write(name)


def export(kind, name, *options):
    text = subprocess.run([perf, "defer", "export", "-q", "--format", kind, "-i", name, "--kallsyms", "kallsyms", "--no-orphan-marks", *options],
                          capture_output=True, text=True, check=True).stdout
    return [json.loads(l) for l in text.splitlines()] if kind == "ndjson" else json.loads(text)


def same(what, want, got):
    if want != got:
        print(f"FAILED: {what}: {got} instead of {want}")
        sys.exit(1)


CLOCK, TASK_CLOCK, CYCLES, FAULTS = (1, 0, "cpu-clock"), (1, 1, "task-clock"), (0, 0, "cycles"), (1, 2, "page-faults")
record("clock", CLOCK)
record("two", FAULTS, CYCLES)
record("mixed", CYCLES, TASK_CLOCK)
record("faults", FAULTS)

# Frames with their lines.
path = os.path.abspath("inlines.c")
lines = lambda rows: [[(f["sym"], f.get("file"), f.get("line")) for f in r["stack"]] for r in rows if r["pid"]]
same("ndjson", [[("leaf", path, 4), ("around", path, 8)]] * 6, lines(export("ndjson", "clock")))
same("ndjson without lines", [[("around", None, None)]] * 6, lines(export("ndjson", "clock", "--no-inline")))
record("plain", CLOCK, sample_type=SAMPLE & ~S_CALLCHAIN)
same("ndjson without chains", [[("around", path, 8)]] * 6, lines(export("ndjson", "plain")))
same("speedscope", [{"name": "around", "file": path, "line": 8}, {"name": "in_it", "file": "[kernel.kallsyms]"}, {"name": "leaf", "file": path}],
     sorted(export("speedscope", "clock")["shared"]["frames"], key=lambda f: f["name"]))
same("speedscope without lines", ["[kernel.kallsyms]", "inlines"], sorted(f["file"] for f in export("speedscope", "clock", "--no-inline")["shared"]["frames"]))

# Frames that are lines: two in one function are two frames, and two addresses of one line are one. The code in leaf is two loads, an
# addition and a store in some order; after them comes the rest of around.
output = lambda *command: subprocess.run(command, capture_output=True, text=True, check=True).stdout
steps = [int(m, 16) for m in re.findall(r"^ +([0-9a-f]+):", output("objdump", "-d", "--disassemble=around", "inlines"), re.M)]
rest = next(at for at in steps if output("addr2line", "-fie", "inlines", f"{at:x}").startswith("around"))
f = Writer()
e = f.event(type=1, config=0, sample_type=SAMPLE, name="cpu-clock", ids=[1])
f.comm(77, 77, "inlines")
f.mmap2(77, 77, base, 0x1000, page, os.path.abspath("inlines"))
for n, step in enumerate((steps[0], steps[1], rest)):
    f.sample(e, ip=base + (step & 0xfff), chain=(USER, base + (step & 0xfff)), pid=77, tid=77, time=1000 + n, cpu=0, period=10 ** n)
f.write("steps")
text = lambda *options: sorted(output(perf, "defer", "export", "-q", "--no-orphan-marks", "--format=folded", "-i", "steps", *options).splitlines())
same("folded", ["inlines;around 100", "inlines;around;leaf 11"], text())
same("folded by lines", ["inlines;around (inlines.c:8);leaf (inlines.c:4) 11", "inlines;around (inlines.c:9) 100"], text("--lines"))
same("speedscope by lines", [{"name": "around", "file": path, "line": 8}, {"name": "around", "file": path, "line": 9},
     {"name": "leaf", "file": path, "line": 4}], sorted(export("speedscope", "steps", "--lines")["shared"]["frames"], key=lambda f: (f["name"], f["line"])))
same("their sums", [11, 100], sorted(export("speedscope", "steps", "--lines")["profiles"][0]["weights"]))
for wrong in (["--format=pprof", "--lines"], ["--format=folded", "--lines", "--no-inline"], ["--format=flamegraph", "--lines"]):
    same(f"{wrong} is refused", 129, subprocess.run([perf, "defer", "export", *wrong, "-i", "steps", "-o", "none"], capture_output=True).returncode)

# OpenTelemetry's profiles, as protoc reads them.
import shutil
if shutil.which("protoc"):
    import otlp_text
    build = os.environ["PERF_TEST_DIR"] + "/build"
    data = subprocess.run([perf, "defer", "export", "-q", "--no-orphan-marks", "--format=otlp", "-i", "steps"], capture_output=True, check=True).stdout
    with open("otlp.text", "wb") as out:
        out.write(subprocess.run(["protoc", "-I", build, "--decode=opentelemetry.proto.profiles.v1development.ExportProfilesServiceRequest",
                                  "otlp.proto"], input=data, capture_output=True, check=True).stdout)
    p = otlp_text.Profiles("otlp.text")
    tables = p.tables
    named = lambda l: (p.strings[tables["function"][l["function_index"][0]]["name_strindex"][0]], l["line"][0])
    same("otlp", [[("around", 9)], [("leaf", 4), ("around", 8)], [("leaf", 4), ("around", 8)]],
         sorted([named(l) for l in x["lines"]] for x in tables["location"] if x.get("lines")))

# The Firefox Profiler: the same, with addresses in the files.
d = export("firefox", "clock")
threads = {t["name"]: t for t in d["threads"]}
same("names of processes", {"inlines": "inlines", "worker": "inlines", "swapper": "swapper"}, {n: t["processName"] for n, t in threads.items()})


def frames(t):
    """Function, address, depth, line, file of the source, the file's function with its beginning, of each frame."""
    ft, fn, names, ns = t["frameTable"], t["funcTable"], t["stringArray"], t["nativeSymbols"]
    for i in range(ft["length"]):
        f, n = ft["func"][i], ft["nativeSymbol"][i]
        same("the library of both", t["resourceTable"]["lib"][fn["resource"][f]], ns["libIndex"][n])
        yield (names[fn["name"][f]], ft["address"][i], ft["inlineDepth"][i], ft["line"][i], fn["fileName"][f] and names[fn["fileName"][f]],
               names[ns["name"][n]], ns["address"][n])


here = page + (at["around"] & 0xfff)
same("firefox: frames", [("around", here, 0, 8, path, "around", here), ("leaf", here, 1, 4, path, "around", here)], list(frames(threads["worker"])))
same("firefox: addresses of the kernel count from its beginning", [("in_it", 0x120, 0, None, None, "in_it", 0x100)], list(frames(threads["swapper"])))

# The use of CPUs, in nanoseconds where a clock was recorded, and nothing where no event tells it.
unit = lambda d: d["meta"]["sampleUnits"]["threadCPUDelta"]
used = lambda d: {(t["name"], t["processName"]): t["samples"].get("threadCPUDelta") for t in d["threads"]}
same("a clock", ("ns", {("inlines", "inlines"): [250000, 500000, 750000], ("worker", "inlines"): [1000] * 3, ("swapper", "swapper"): [0]}),
     (unit(d), used(d)))
d = export("firefox", "two", "--tid", "77")
same("cycles", ("variable CPU cycles", {("inlines (page-faults)", "inlines"): None, ("inlines (cycles)", "inlines"): [250000, 500000, 750000]}),
     (unit(d), used(d)))
d = export("firefox", "mixed", "--tid", "77")
same("a clock beside cycles", ("ns", {("inlines (cycles)", "inlines"): None, ("inlines (task-clock)", "inlines"): [250000, 500000, 750000]}),
     (unit(d), used(d)))
same("no event that tells it", {None}, set(used(export("firefox", "faults")).values()))
END
python3 check.py "$PERF" || bad "lines, addresses or CPUs"
finish
