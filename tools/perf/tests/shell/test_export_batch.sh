#!/bin/sh
# perf defer export --batch: many recordings, each once, also after it was killed; names by host and build id
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

export HOME="$dir" PERF_CONFIG=/dev/null PERF_BUILDID_DIR="$dir/none" LC_ALL=C
cd "$dir"
batch() { # WANTED-STATUS OPTIONS...
	want=$1 got=0
	shift
	"$PERF" defer export --format=ndjson "$@" > log 2> err || got=$?
	[ $got = "$want" ] || bad "$*: exit status $got instead of $want: $(cat err)"
}
samples() {
	find out/samples -name '*.ndjson' | LC_ALL=C sort
}

mkdir fleet
"$PERF_TEST_DIR/build/fleet.py" "$PERF" fleet 6
mv fleet/truth.json .
batch 0 --batch fleet -o out -j 3
grep -q '12 recordings as ndjson, 0 were there already, 0 damaged, 0 failed' err || bad "what is told: $(cat err)"
[ "$(samples | wc -l)" = 12 ] || bad "not a file for each recording: $(samples)"
[ "$(find out -perm /077 | wc -l)" = "$(find out -type d -name 'day=*' -o -path out/samples -o -path out/recordings | wc -l)" ] ||
	bad "files that others can read: $(find out -type f -perm /077)"

# The name, and the line about it, say what the recording says.
python3 - << 'END' || bad "names and lines"
import glob, json, os, re
want = json.load(open("truth.json"))
lost, servers = {}, {}
for path in glob.glob("out/samples/*/*.ndjson"):
    day, name = path.split("/")[2:]
    host, build_id, key = re.match(r"(web-\d\d)-([0-9a-f]{40})-([0-9a-f]{16})\.ndjson$", name).groups()
    rows = [json.loads(line) for line in open(path)]
    r = json.load(open(f"out/recordings/{day}/{name[:-6]}json"))
    assert r["v"] == 1 and r["samples"] == len(rows) and r["host"] == host == rows[0]["host"], r
    assert r["program"] == "server" and r["build_id"] == build_id, r
    assert r["recording"] == f"fleet/{host}/{day[4:]}/perf.data" and r["bytes"] == os.path.getsize(r["recording"]), r
    assert (r["first"], r["last"]) == (rows[0]["time"], rows[-1]["time"]) and r["damaged"] == 0 and not r["truncated"], r
    servers.setdefault(day, {}).setdefault(build_id, set()).add(int(host[4:]) % 2)
    if r["lost_events"]:
        lost[host] = lost.get(host, 0) + r["lost_events"]
assert lost == want["losing"], lost
assert sorted(map(len, servers.values())) == [1, 2], servers
assert sorted(map(sorted, servers["day=2026-11-21"].values())) == [[0], [1]], servers
END
first=$(samples | head -n 1)
"$PERF" defer export -q --format=ndjson -i "$(sed 's/.*"recording":"\([^"]*\)".*/\1/' "$(echo "$first" | sed 's/samples/recordings/; s/ndjson$/json/')")" |
	cmp -s - "$first" || bad "$first is not what its recording gives alone"

# What is there stays as it is; what has changed, or is new, comes.
samples | xargs stat -c '%i %n' > before
batch 0 --batch fleet -o out
grep -q '0 recordings as ndjson, 12 were there' err || bad "again: $(cat err)"
samples | xargs stat -c '%i %n' | cmp -s - before || bad "finished ones were written again"
cp fleet/web-03/2026-11-21/perf.data fleet/web-03/later.data
batch 0 --batch fleet -o out
grep -q '1 recordings as ndjson, 12 were there' err || bad "a new one: $(cat err)"
rm fleet/web-03/later.data

# Killed at some time: what has a name is whole, nothing else is left, and the rest comes with the next run.
rm -rf out
"$PERF" defer export -q --format=ndjson --batch fleet -o "$dir/out" -j 1 2> err &
pid=$!
some() {
	[ -d out/samples ] && [ "$(samples | wc -l)" -ge 2 ]
}
wait_for "a second file" some
kill -9 $pid 2> /dev/null || :
wait $pid 2> /dev/null || :
no_child() {
	! grep -laqzFx -e "$dir/out" /proc/[0-9]*/cmdline 2> /dev/null
}
wait_for "the end of what the killed one had begun" no_child
for f in $(samples); do
	[ "$(tail -c 2 "$f")" = "}" ] || bad "$f is not whole"
	about=$(echo "$f" | sed 's/samples/recordings/; s/ndjson$/json/')
	[ "$(sed 's/.*"samples":\([0-9]*\).*/\1/' "$about")" = "$(wc -l < "$f")" ] || bad "$f has not all samples"
done
batch 0 --batch fleet -o out
[ "$(samples | wc -l)" = 12 ] || bad "after a kill: $(samples | wc -l) files"
[ -z "$(find out -type f ! -name '*.ndjson' ! -name '*.json')" ] || bad "left behind: $(find out -type f)"

# Whoever starts perf may ignore the ends of children: the kernel then keeps no status of them, unless it is asked to.
rm -rf out
timeout 60 env --ignore-signal=CHLD "$PERF" defer export -q --format=ndjson --batch fleet -o "$dir/out" 2> err ||
	bad "SIGCHLD ignored: status $?"
[ "$(samples | wc -l)" = 12 ] || bad "SIGCHLD ignored: $(samples | wc -l) files"

# What cannot be read: the others are there, and it is said. What is none is left out.
head -c 3000 fleet/web-00/2026-11-20/perf.data > fleet/cut.data
printf 'PERFILE2 and nothing more' > fleet/broken.data
echo text > fleet/README
ln -s /etc/passwd fleet/link
rm -rf out
batch 2 --batch fleet -o out
grep -q '13 recordings as ndjson, 0 were there already, 1 damaged, 1 failed' err || bad "damaged ones: $(cat err)"
grep -q 'perf: 2 files in fleet are no recordings' err || bad "a text, and a link: $(cat err)"
grep -q 'broken.data' err || bad "which one failed is not said: $(cat err)"
grep -q 'perf: fleet/cut.data could be read only in part' err || bad "which one is damaged is not said: $(cat err)"
# What was damaged at the first run is still so at the second, which does not read it again.
batch 2 --batch fleet -o out
grep -q '0 recordings as ndjson, 13 were there already, 1 damaged, 1 failed' err || bad "damaged ones, again: $(cat err)"
[ "$(grep -c 'only in part' err),$(grep -c 'fleet/cut.data could be read only in part' err)" = 1,1 ] || bad "by name, again: $(cat err)"
batch 1 --batch nothing -o out
mkdir empty
batch 1 --batch empty -o other
for wrong in "--batch fleet" "--batch fleet -o -" "--batch fleet -o out -i x"; do
	# shellcheck disable=SC2086 # words by design
	batch 129 $wrong
done

# Nothing outside of the folder is read: not by a link to a recording, to a folder that is one, or to a folder with some, also if
# it takes the place of what was there when the batch looked.
mkdir -p outside/rec outside/many links/rec.real
cp fleet/web-00/2026-11-20/perf.data outside/rec/data
cp fleet/web-00/2026-11-20/perf.data outside/many/one
cp fleet/web-00/2026-11-20/perf.data links/rec.real/data
ln -s ../outside/rec links/rec
ln -s ../outside/many links/many
ln -s ../outside/many/one links/one
batch 0 --batch links -o inside
grep -q '1 recordings as ndjson, 0 were there already, 0 damaged, 0 failed' err || bad "links: $(cat err)"
grep -q '3 files in links are no recordings' err || bad "links: $(cat err)"
grep -q '"recording":"links/rec.real"' inside/recordings/*/*.json || bad "the folder: $(cat inside/recordings/*/*.json)"
if have_tools "a link that comes later" strace; then
	mkdir -p late/rec
	cp fleet/web-00/2026-11-20/perf.data late/rec/data
	# The child that is to read it stops at its first prctl(), and meanwhile the folder becomes something else. What a build may
	# do besides (one that counts lines calls prctl() as well) stops other processes, which go on at once.
	{
		status=0
		traced strace -qq -f -o trace -e trace=prctl -e inject=prctl:signal=SIGSTOP:when=1 \
			"$PERF" defer export --format=ndjson --batch late -o lateout -j 1 2> late.err > /dev/null || status=$?
		echo $status > late.status
	} &
	until_over()
	{
		for stopped in $(sed -n 's/^\([0-9]*\) .*stopped by SIGSTOP.*/\1/p' trace 2> /dev/null); do
			parent=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$stopped/status" 2> /dev/null)
			if [ "$(cat "/proc/$parent/comm" 2> /dev/null)" != strace ] && [ ! -L late/rec ]; then
				rm -r late/rec
				ln -s ../outside/rec late/rec
			fi
			kill -CONT "$stopped" 2> /dev/null || :
		done
		[ -s late.status ]
	}
	wait_for "the end of what stops in between" until_over
	wait
	[ "$(cat late.status)" = 1 ] || bad "a link that comes later: status $(cat late.status)"
	grep -q 'cannot open late/rec: Too many levels of symbolic links' late.err || bad "a link that comes later: $(cat late.err)"
	[ -z "$(find lateout -name '*.ndjson')" ] || bad "a link that comes later: it was read"
fi

# A name that is meant to do harm is no path.
printf 'host ../../x/%s\nevent cpu-clock\ntask 5 comm=a stack=0x400100\n5 sample\n' "$(printf '\033[1m')" > text
mkdir evil
"$PERF" defer generate -o evil/data text
batch 0 --batch evil -o away
[ "$(find away/samples -name '_*-unknown-*.ndjson' | grep -vc '[^-A-Za-z0-9._/=]')" = 1 ] || bad "the name: $(find away)"
finish
