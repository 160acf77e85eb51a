#!/bin/sh
# security: root uses no build-id cache that others may write to, and nobody a configuration of others
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"
[ "$(id -u)" = 0 ] || skip "only root is asked to be careful: not root here"
grep -q '^ *0 *0 *4294967295' /proc/self/uid_map || skip "not root of the whole machine"

export HOME="$dir/home" LC_ALL=C
unset PERF_CONFIG PERF_BUILDID_DIR
cd "$dir"
chmod 755 "$dir"
mkdir home elsewhere
cp "$(readlink -f "$PERF")" file
id=$("$PERF" buildid-list -i file)
[ -n "$id" ] || skip "this perf has no build id"

# used CACHE, unused CACHE: a file is added, listed, found and removed there, or nothing of it
try() { # CACHE
	"$PERF" --buildid-dir "$1" buildid-cache -a "$dir/file" > out 2> err || return 1
	"$PERF" --buildid-dir "$1" buildid-cache -l > list 2>> err
	grep -q "^$id " list || bad "$1: it was not added: $(cat err)"
	"$PERF" --buildid-dir "$1" buildid-cache -r "$dir/file" > out 2>> err || bad "$1: $(cat err)"
}
used() {
	try "$1" || bad "$1 is not used: $(cat err)"
}
unused() {
	: > before
	: > after
	find . ! -name out ! -name err ! -name list | sort > before
	try "$1" && bad "$1 is used"
	grep -q "the build-id cache '$1' is not used: others than root may write there" err || bad "$1: $(cat err)"
	find . ! -name out ! -name err ! -name list | sort > after
	cmp -s before after || bad "$1: something was made: $(diff before after)"
}
mkdir own theirs open sticky group "group 0"
chown 65534 theirs
chmod 777 open
chmod 1777 sticky
chgrp 65534 group
chmod 775 group "group 0"
used "$dir/own"
used "$dir/new/with/parents"
used own
used "$dir/group 0"
unused "$dir/theirs"
unused theirs
unused "$dir/open"
unused "$dir/sticky"
unused "$dir/group"
# What is ours in a folder that is not, and what is not there yet.
mkdir theirs/ours sticky/ours
unused "$dir/theirs/ours"
unused "$dir/theirs/new"
used "$dir/sticky/new"
used "$dir/sticky/ours"
# Our link to our folder, but by way of a link that another can set anew.
ln -s "$dir/own" theirs/way
ln -s theirs/way through
unused "$dir/through"
rm theirs/way through
# Links of others, and ours to what is others'.
ln -s "$dir/elsewhere" sticky/link
chown -h 65534 sticky/link
unused "$dir/sticky/link"
ln -s "$dir/theirs" own-link
unused "$dir/own-link"
ln -s "$dir/elsewhere" good-link
used "$dir/good-link"

# Links within a cache of another user: neither files nor names of theirs are taken, in any reader.
cp -r own cache
"$PERF" --buildid-dir "$dir/cache" buildid-cache -a "$dir/file" > out 2> err || bad "add: $(cat err)"
rest=$(echo "$id" | cut -c3-)
rm "cache/.build-id/$(echo "$id" | cut -c1-2)/$rest"
ln -s "$dir/elsewhere" "cache/.build-id/$(echo "$id" | cut -c1-2)/$rest"
mkfifo elsewhere/elf elsewhere/kallsyms
chown -Rh 65534 cache
echo "comm 7 a
map 7 400000 100000 0 $dir/gone $id
sample 7 401000" > text
"$PERF_TEST_DIR/build/recording.py" data < text
export PERF_BUILDID_DIR="$dir/cache"
for command in script "report --stdio" "buildid-list -H" "buildid-cache -l" "buildid-cache -P" "buildid-cache -r $dir/file"; do
	# shellcheck disable=SC2086 # words by design
	timeout 60 "$PERF" $command > out 2> err < /dev/null || [ $? -lt 124 ] || bad "$command: it waits"
done
[ -p elsewhere/elf ] && [ -L "cache/.build-id/$(echo "$id" | cut -c1-2)/$rest" ] || bad "something was removed"
timeout 60 "$PERF" report --stdio -i data > out 2> err || bad "report: $(cat err)"
grep -q "cache' is not used" err || bad "report is silent: $(cat err)"
[ "$(grep -c 'is not used' err)" = 1 ] || bad "it is told twice: $(cat err)"
if "$PERF" record -o recorded true > out 2> err; then
	[ -e recorded ] || bad "nothing was recorded: $(cat err)"
	grep -q "cache' is not used" err || bad "record is silent: $(cat err)"
fi
unset PERF_BUILDID_DIR

# --- what a name in the present folder leads to ---
mkdir evil
cp "$PERF" evil/filter.so
chown -R 65534 evil
(cd evil && "$PERF" script --dlfilter filter.so -i "$dir/data" > ../out 2> ../err) && bad "a filter in another's folder is run"
grep -q "'filter.so' of the present folder is not run" err || bad "--dlfilter: $(cat err)"
(cd evil && "$PERF" script --dlfilter ./filter.so -i "$dir/data" > ../out 2> ../err) && bad "perf is a filter"
grep -q "cannot load './filter.so'" err || bad "--dlfilter ./: $(cat err)"

# --- tests and pages of the tree that perf was built in, which is another's now ---
mkdir -p bin evil/shell
printf '#!/bin/sh\n# run by root\ntouch %s/was-run\n' "$dir" > evil/shell/test_evil.sh
chmod 755 evil/shell/test_evil.sh
chown -R 65534 evil
cp "$(readlink -f "$PERF")" bin/perf
tree=$(readlink -f "$PERF_TEST_DIR")
in_tree() { # COMMAND: with the tree's tests in place of which others' lie
	env -u PERF_TEST_DIR unshare -m sh -c "mount --bind '$dir/evil' '$tree' && $1"
}
if in_tree true 2> err; then
	in_tree "'$dir/bin/perf' test list" > out 2> err || bad "test list: $(cat err)"
	! grep -q 'run by root' out || bad "root's perf runs tests of others"
	chown -R 0:0 evil
	in_tree "'$dir/bin/perf' test list" > out 2> err || bad "test list: $(cat err)"
	case $tree in
	*/tools/perf/tests) grep -q 'run by root' out || bad "root's own tests are not found: $(cat err)" ;;
	esac
	# A perf that they could change as well may run them.
	chown -R 65534 evil bin
	in_tree "'$dir/bin/perf' test list" > out 2> err || bad "test list: $(cat err)"
	case $tree in
	*/tools/perf/tests) grep -q 'run by root' out || bad "their perf does not find their tests: $(cat err)" ;;
	esac
fi

# --- configuration ---
config() { # what report.percent-limit is read from ~/.perfconfig
	timeout 60 "$PERF" config -l > out 2> err || [ $? -lt 124 ] || bad "config -l: it waits"
}
printf '[report]\n\tpercent-limit = 7\n' > home/.perfconfig
config
grep -q 'report.percent-limit=7' out || bad "one's own configuration is not read: $(cat out err)"
chown 65534 home/.perfconfig
config
! grep -q 'percent-limit' out || bad "another's configuration is read: $(cat out)"
grep -q "belongs neither to you nor to root: it is not used" err || bad "config: silent: $(cat err)"
# A pager of theirs would be run.
printf '[pager]\n\treport = "touch %s/was-run; cat"\n' "$dir" > home/.perfconfig
PAGER="cat" timeout 60 python3 - "$PERF" "$dir" << 'E' > /dev/null 2>&1 || :
import os, pty, sys
os.environ["TERM"] = "dumb"
pty.spawn([sys.argv[1], "report", "-i", sys.argv[2] + "/data"], lambda fd: os.read(fd, 4096))
E
[ ! -e was-run ] || bad "another's pager was run"
rm home/.perfconfig
mkfifo home/.perfconfig
chown 65534 home/.perfconfig
config
grep -q "belongs neither to you nor to root" err || bad "config: a FIFO: $(cat err)"
rm home/.perfconfig
ln -s /dev/null home/.perfconfig
config
[ ! -s err ] || bad "config: /dev/null: $(cat err)"
# shellcheck disable=SC2154
finish
