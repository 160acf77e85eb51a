#!/bin/sh
# the Python module perf_defer: samples as perf script and ndjson have them, upstream's names, errors as exceptions, damaged recordings, installed
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
find_leaks
small_kernel
cd "$dir"
module=${PERF_TEST_DIR%/tests}/python
[ -e "$module/perf_defer.py" ] || skip "the module is tested where its source is"
export HOME="$dir" PERF_CONFIG_NOSYSTEM=1 PYTHONPATH="$module:$PYTHONPATH" PYTHONDONTWRITEBYTECODE=1 PERF

cat > rows.py << 'E'
import json, sys
import perf_defer as perf

def row(s):
    frames = s.callchain
    stack = [f.missing or [hex(f.ip), f.symbol] for f in frames] if frames else [[hex(s.sample_ip), s.symbol]]
    return json.dumps((s.sample_time, str(s.evsel), s.comm, s.sample_pid, s.sample_tid, s.sample_period, s.symbol,
                       (s.dso_long_name or "").split("/")[-1], s.orphan, stack))

path, *options = sys.argv[1:]
try:
    for s in perf.open(path, *options):
        print(row(s))
except perf.Damaged as e:
    assert e.status == 2 and "damaged" in str(e), e
E
# --- the same rows as others show ---
for seed in 2 5; do
	"$PERF" defer generate --seed $seed --byte-order little --format file -o made$seed > log 2>&1 || fail "generate: $(cat log)"
	"$PERF" defer export --format=ndjson -i made$seed -o ndjson 2> log || [ $? = 2 ] || bad "ndjson: $(cat log)"
	python3 "$PERF_TEST_DIR/build/ndjson_rows.py" < ndjson > want
	[ -s want ] || bad "seed $seed: no rows"
	python3 rows.py made$seed --exact-names > out 2> err || bad "seed $seed: $(cat err)"
	diff want out > differs || bad "seed $seed: $(head -4 differs)"
	python3 rows.py - --exact-names < made$seed > out 2> err || bad "seed $seed, standard input: $(cat err)"
	diff want out > differs || bad "seed $seed, standard input: $(head -4 differs)"
done
"$PERF" script -i made2 --no-inline -F comm,tid,time,event,ip,sym,dso > want 2> log || [ $? = 2 ] || bad "text: $(cat log)"
cat > as-text.py << 'E'
import perf_defer as perf
def show(s):
    tid = s.sample_tid - (1 << 32 if s.sample_tid >> 31 else 0)
    print("%s %d %d.%06d: %s:" % (s.comm or ":%d" % tid, tid, *divmod(s.sample_time // 1000, 10**6), s.evsel))
    for f in s.callchain or ():
        print(f.missing or "%x %s (%s)" % (f.ip, f.symbol or "[unknown]", f.dso or "[unknown]"))
try:
    perf.session(perf.data("made2", "--no-inline"), sample=show).process_events()
except perf.Damaged:
    pass
E
python3 as-text.py > out 2> err || bad "a session: $(cat err)"
# Of each line of a stack the address, and of the others the thread, time and event.
lines() { sed -nE 's/^[ \t]*([0-9a-f]+) .*\((.*)\)$/\1 \2/p; s/^.* (-?[0-9]+) +([0-9]+\.[0-9]+): +(.*):.*$/\1 \2 \3/p' "$1"; }
lines want > want-lines
lines out > out-lines
[ "$(grep -c . want-lines)" -gt 100 ] || bad "nothing to compare: $(cat want)"
diff want-lines out-lines > differs || bad "the text of perf script: $(head -20 differs)"

# --- one sample with everything; upstream's names ---
cat > make.py << 'E'
from perfwrite import *
f = Writer(arch="x86_64")
fields = S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_ADDR | S_CALLCHAIN | S_IDENTIFIER
e = f.event(type=0, config=0, sample_type=fields, name="cycles")
f.comm(7, 8, "worker")
f.mmap2(7, 7, 0x400000, 0x1000, 0, "/bin/thing")
f.sample(e, misc=MISC_USER, ip=0x400010, pid=7, tid=8, time=5, cpu=3, period=11, addr=0x99, chain=[2**64 - 512, 0x400010, 0x400020])
f.write("one")
E
python3 make.py
cat > one.py << 'E'
import gc, os
import perf_defer as perf
r = perf.open("one")
s, = list(r)
assert (s.type, s.comm, s.sample_pid, s.sample_tid, s.sample_time, s.sample_cpu, s.sample_period, s.sample_ip, s.sample_addr) == \
    (perf.RECORD_SAMPLE, "worker", 7, 8, 5, 3, 11, 0x400010, 0x99)
assert s.dso_long_name == "/bin/thing" and s.dso == "thing" and (s.map_start, s.map_end) == (0x400000, 0x401000) and s.symbol is None
assert [f.ip for f in s.callchain] == [0x400010, 0x400020] and s.callchain[1].dso == "/bin/thing" and s.callchain[1].symbol is None
assert (str(s.evsel), s.evsel.type, s.evsel.config) == ("cycles", perf.TYPE_HARDWARE, 0)
assert s.evsel.sample_type & (perf.SAMPLE_IP | perf.SAMPLE_CALLCHAIN) == perf.SAMPLE_IP | perf.SAMPLE_CALLCHAIN
assert s.brstack is None and s.raw_buf == b"" and s.dso_bid is None and s.fields == {} and s.orphan is None
assert list(r.events) == ["cycles"] and r.find_thread(8).comm() == "worker" and r.find_thread(8).pid == 7 and r.find_thread(9) is None
try:
    s.prev_comm
    assert False
except AttributeError as e:
    assert "'cycles' has no 'prev_comm'" in str(e), e
# It can be read once.
assert list(r) == []
session = perf.session(perf.data("one"))
session.process_events()
assert session.find_thread(8).tid == 8
try:
    session.find_thread(1)
    assert False
except TypeError:
    pass
# Two at once, which do not mix; and one that is left in the middle leaves nobody behind.
first = [[s.sample_time for s, _ in zip(perf.open(name, "--exact-names"), range(20))] for name in ("made2", "made5")]
a, b = perf.open("made2", "--exact-names"), perf.open("made5", "--exact-names")
with a, b:
    pairs = [(next(iter(a)), next(iter(b))) for _ in range(20)]
assert [[s.sample_time for s in side] for side in zip(*pairs)] == first and first[0] != first[1]
assert a._reader.process.returncode is not None and b._reader.process.returncode is not None
def stop(sample):
    raise KeyError("mine")
try:
    perf.session(perf.data("made2"), sample=stop).process_events()
    assert False
except KeyError:
    pass
# What cannot be read.
for path, options, text, status in (("nothing", (), "cannot open 'nothing'", 1), ("one.py", (), "not a perf.data file", 1),
                                    ("one", ("--no-such",), "no-such", 129)):
    try:
        list(perf.open(path, *options))
        assert False, path
    except perf.Error as e:
        assert text in str(e) and e.status == status, (str(e), e.status)
try:
    perf.open("one", perf="/no/such/perf")
    assert False
except perf.Error as e:
    assert "/no/such/perf" in str(e) and e.status is None, e
# Programs that go on for days have as many descriptors as before.
before = len(os.listdir("/proc/self/fd"))
for _ in range(5):
    next(iter(perf.open("made2")))
gc.collect()
assert len(os.listdir("/proc/self/fd")) <= before, os.listdir("/proc/self/fd")
E
python3 one.py 2> err || bad "one sample: $(cat err)"
got=0
"$PERF" script --python-pipe=1,2 -i one > out 2> err || got=$?
[ $got = 1 ] && grep -q 'descriptor 1 is no pipe' err || bad "no pipe: exit $got: $(cat err)"

# --- fields of tracepoints ---
if [ -e "$PERF_TEST_DIR/build/switches.py" ]; then
	cat > away.py << 'E'
from switches import *
f = Switches()
f.switch(10**9, 0, 10, "S", 0)
f.switch(2 * 10**9, 0, 0, "R", 10)
f.write("away")
E
	python3 away.py
	cat > fields.py << 'E'
import perf_defer as perf
found = [(s.prev_pid, s.next_pid, s.fields["prev_state"]) for s in perf.open("away") if s.evsel.type == perf.TYPE_TRACEPOINT]
assert found == [(10, 0, 1), (0, 10, 0)], found
E
	python3 fields.py 2> err || bad "fields: $(cat err)"
fi

# --- files that do harm: an end, or an exception ---
cat > harm.py << 'E'
import random
import perf_defer as perf
whole = open("made2", "rb").read()
chance = random.Random(4)
kinds = set()
for turn in range(40):
    bad = bytearray(whole[:chance.randrange(len(whole))] if turn % 4 == 0 else whole)
    for _ in range(chance.randrange(1, 30)):
        if bad:
            bad[chance.randrange(len(bad) if turn % 2 else min(len(bad), 400))] = chance.randrange(256)
    with open("harm", "wb") as f:
        f.write(bad)
    try:
        for s in perf.open("harm"):
            s.symbol, s.callchain, s.fields, s.evsel.sample_type, s.dso_bid
        kinds.add("read")
    except perf.Error as e:
        kinds.add(type(e).__name__)
        assert e.status in (1, 2) and str(e), (turn, e.status, str(e))
assert "Error" in kinds and "Damaged" in kinds, kinds
E
python3 harm.py 2> err || bad "files that do harm: $(cat err)"
# --- installed, it finds the perf that was installed with it ---
if command -v make > /dev/null; then
	make -C "${PERF_TEST_DIR%/tests}" -f Makefile.perf BUILT=1 -s install-python_ext DESTDIR="$dir/to" PYTHONDIR=/modules bindir=/opt/bin > log 2>&1 || bad "install: $(cat log)"
	grep -q '^_PERF = "/opt/bin/perf"$' to/modules/perf_defer.py || bad "installed: $(grep _PERF to/modules/perf_defer.py)"
	mkdir bin
	ln -s "$PERF" bin/perf
	sed -i "s,/opt/bin,$dir/bin," to/modules/perf_defer.py
	env -u PERF PYTHONPATH="$dir/to/modules" python3 -c 'import perf_defer; assert len(list(perf_defer.open("one"))) == 1' 2> err || bad "installed: $(cat err)"
fi
finish
