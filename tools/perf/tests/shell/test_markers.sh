#!/bin/sh
# Markers of user space (SDT): perf list, the build-id cache, errors of perf record -e
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"
need_tools cc python3
find_leaks
export PERF_BUILDID_DIR="$dir/cache"
# A kernel without probes: what is made is not asked here.
mkdir -p "$dir/tracing/events"
export TRACEFS_PATH="$dir/tracing"
# Other suites have such programs, too, and may run beside this one.
app=app$$

for static in '' -static; do
	cc -std=gnu11 -D_GNU_SOURCE -g -O1 -Wl,--build-id -DPROVIDER="\"$app\"" $static -o "$dir/markers$static" "$PERF_TEST_DIR/vm/workloads/markers.c" ||
		skip "the C compiler makes no program with markers"
done

# Of a file: each once, with all its places.
"$PERF" list --details "$dir/markers" >"$dir/out" || bad "perf list FILE"
[ "$(grep -c 'SDT event' "$dir/out")" = 4 ] || bad "list of the program: $(cat "$dir/out")"
[ "$(sed -n "/sdt_$app:twice/,\$p" "$dir/out" | grep -c "$dir/markers:0x[0-9a-f]* -4@")" = 2 ] || bad "places of a marker: $(cat "$dir/out")"
"$PERF" list "$dir/markers-static" | grep -q "^  sdt_$app:guarded  *\[SDT event\]\$" || bad "list of a static program"

# Of processes that run, and of all of them; nobody else has such a file.
python3 - "$dir/markers" "$app" <<'P' || bad "markers of processes"
import mmap, os, subprocess, sys
perf, path, app = os.environ["PERF"], sys.argv[1], sys.argv[2]
# A file is mapped with its code by whoever has it so, whether it runs or not.
with open(path, "rb") as f:
    code = mmap.mmap(f.fileno(), 0, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_EXEC)
for target in (["-p", str(os.getpid())], ["-a"]):
    done = subprocess.run([perf, "record", "--dry-run", "-v", "-e", f"sdt_{app}:guarded", *target], capture_output=True, text=True)
    assert f"sdt_{app}:guarded: {path}:0x" in done.stdout + done.stderr, (target, done)
# Of a process's file its name is enough.
done = subprocess.run([perf, "record", "--dry-run", "-v", "-e", f"usdt:{os.path.basename(path)}:guarded", "-p", str(os.getpid())],
                      capture_output=True, text=True, cwd="/")
assert done.returncode == 0 and f"sdt_{app}:guarded: {path}:0x" in done.stdout + done.stderr, done
done = subprocess.run([perf, "record", "--dry-run", "-e", f"sdt_{app}:nosuch", "-p", str(os.getpid())], capture_output=True, text=True)
assert done.returncode == 1 and "no file of these processes" in done.stderr, done
listed = subprocess.run([perf, "list", "sdt"], capture_output=True, text=True).stdout
assert f"sdt_{app}:guarded" in listed, listed
P

# What is in the build-id cache is known by name alone, as long as the file is that build.
"$PERF" list "sdt_$app:*" >"$dir/out" 2>"$dir/err" && bad "markers of nobody: $(cat "$dir/out")"
"$PERF" buildid-cache --add "$dir/markers"
"$PERF" list "sdt_$app:*" | grep -q sdt_$app:plain || bad "list does not know what is in the cache"
"$PERF" list sdt | grep -q sdt_$app:mixed || bad "list sdt does not know what is in the cache"
"$PERF" list --raw-dump | grep -q sdt_$app:mixed || bad "completion does not know what is in the cache"
"$PERF" record --dry-run -vv -e "%$app:mixed" -- true >"$dir/out" 2>&1 || bad "record by name: $(cat "$dir/out")"
grep -q "sdt_$app:mixed_1)" "$dir/out" || bad "record by name: $(cat "$dir/out")"
grep -q "'mixed' is the marker of $dir/markers, which is in the build-id cache" "$dir/out" || bad "nobody says which marker it is: $(cat "$dir/out")"
cp "$dir/markers-static" "$dir/markers.new"
mv "$dir/markers.new" "$dir/markers"
"$PERF" record --dry-run -e sdt_$app:mixed -- true >"$dir/out" 2>"$dir/err" && bad "a file that is another build now is probed"
grep -q 'neither the program nor its libraries, and nothing in the build-id cache, has a marker' "$dir/err" || bad "replaced: $(cat "$dir/err")"

# Which arguments, and as what.
"$PERF" record --dry-run -v -e "sdt_$app:plain text=arg2:string arg5:x32,sdt_$app:twice  " -- "$dir/markers" >"$dir/out" 2>&1 || bad "arguments: $(cat "$dir/out")"
grep -q "sdt_$app:plain: .* text=+0(%[a-z0-9]*):string arg5=.77:x32\$" "$dir/out" || bad "arguments: $(cat "$dir/out")"
"$PERF" record --dry-run -e "usdt:$dir/markers:plain arg6" -- true 2>"$dir/err" && bad "an argument that is not there"
grep -q "has no argument 'arg6' that a probe can fetch: it has arg1=" "$dir/err" || bad "an argument that is not there: $(cat "$dir/err")"

# A program brings its own; a process, too.
"$PERF" record --dry-run -e sdt_$app:plain -- "$dir/markers" 2>"$dir/err" || bad "of a program: $(cat "$dir/err")"
"$PERF" record --dry-run -e "usdt:$dir/markers:$app:plai" -- true 2>"$dir/err" && bad "a marker that is not there"
grep -q "did you mean 'sdt_$app:plain'" "$dir/err" || bad "no name is suggested: $(cat "$dir/err")"
status=0
"$PERF" record -e "usdt:$dir/markers:plain" -o "$dir/x.data" -- true 2>"$dir/err" || status=$?
[ $status = 1 ] || bad "without uprobe_events the status is $status"
grep -q 'this kernel has no uprobe_events in tracefs' "$dir/err" || bad "without uprobe_events: $(cat "$dir/err")"
for wrong in usdt:x usdt:: "usdt:$dir/nosuch:a:b" "usdt:$dir:a:b"; do
	"$PERF" record --dry-run -e "$wrong" -- true 2>"$dir/err" && bad "'$wrong' is taken"
	[ -s "$dir/err" ] || bad "'$wrong': no word"
done
"$PERF" list /bin/true 2>"$dir/err" && bad "/bin/true has markers"
grep -q "'/bin/true' has no markers of user space" "$dir/err" || bad "no markers: $(cat "$dir/err")"
if head -c 100 "$dir/markers" >"$dir/cut" && "$PERF" list "$dir/cut" >"$dir/out" 2>&1; then
	bad "a cut file has markers"
fi

# Files of this system, as binutils read them.
command -v readelf >/dev/null || { left_out "files of this system" "no readelf"; finish; }
for file in /usr/bin/python3 /usr/lib/*/libstdc++.so.6 /usr/lib/*/libc.so.6; do
	[ -e "$file" ] || continue
	readelf -n "$file" 2>/dev/null | awk '/Provider:/ { p = $2 } /Name:/ { print "sdt_" p ":" $2 }' | sort -u >"$dir/theirs"
	"$PERF" list "$file" 2>/dev/null | awk '{ print $1 }' | sort -u >"$dir/ours" || :
	cmp -s "$dir/theirs" "$dir/ours" || bad "markers of $file: $(diff "$dir/theirs" "$dir/ours")"
done
finish
