#!/bin/sh
# perf record: a kernel without deferred callchains records frame pointers, and says so
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_events
cd "$dir"
"$PERF" defer check > check 2>&1 || :
grep -q 'deferred user callchains (defer_callchain) *no: needs Linux 6.19' check || skip "this kernel can defer user callchains"
cannot='this kernel cannot defer user callchains (needs Linux 6.19 and CONFIG_UNWIND_USER): recording '
warning="${cannot}plain frame-pointer callchains"

# It asks the kernel for what --call-graph fp asks for, and says once that this is so.
told() { # WHAT
	[ "$(grep -cxF -e "$warning" err)" = 1 ] || bad "$1: not told once: $(cat err)"
}
# All samples are there, none waits for a stack, and the way into the loop is in most of them, as far as its frames lead.
sound() { # WHAT
	"$PERF" script -i f --no-inline -F comm,tid,ip,sym > text 2> text.err || bad "$1: perf script: $(cat text.err)"
	! grep -iE 'damage|unknown|out of order|lost' err text.err || bad "$1: that is no sound recording"
	"$PERF" defer stat -i f > stat 2>&1 || bad "$1: perf defer stat: $(cat stat)"
	[ "$(sed -n 's/^  asked for a deferred user stack *\([0-9]*\).*/\1/p' stat)" = 0 ] || bad "$1: deferred: $(cat stat)"
	ways=$(awk -v RS= '/ leafloop\n/ && / main(\n|$)/' ORS='\n\n' text | grep -c ' leafloop$') || :
	[ "$ways" -ge 10 ] || bad "$1: $ways ways from main into leafloop: $(head -n 20 text)"
}
loop() { # WHAT OPTIONS...
	what=$1
	shift
	rm -rf f f.old
	"$PERF" record -e cpu-clock -F 1000 -o f "$@" -- sh -c "\"\$PERF\" test -w leafloop 60 & $(until_used '$!'); kill \$!" \
		> out 2> err || bad "$what: exit $?: $(cat err)"
}
has_same_attrs() { # WHAT OPTIONS...
	what=$1
	shift
	loop "$what" --call-graph fp "$@"
	! grep -F -e "$warning" err || bad "$what: told where nothing was asked for"
	"$PERF" evlist -v -i f > plain 2> text.err || bad "$what: perf evlist: $(cat text.err)"
	loop "$what" --call-graph fp,defer "$@"
	told "$what"
	"$PERF" evlist -v -i f > attrs 2> text.err || bad "$what: perf evlist: $(cat text.err)"
	cmp plain attrs || bad "$what: other events than with --call-graph fp: $(diff plain attrs)"
	sound "$what"
}
has_same_attrs "a command"
has_same_attrs "--threads" --threads
if "$PERF" record -q -a -e cpu-clock -o probe -- true 2> err; then
	has_same_attrs "-a" -a
fi

# What repair needs of each sample is recorded here, too, whoever unwinds by it.
warning="${cannot}callchains that it takes at once, repaired"
for words in fp,defer,repair fp,defer,repair,keep; do
	loop "$words" --call-graph "$words"
	told "$words"
	"$PERF" evlist -v -i f | grep -q 'STACK_USER' || bad "$words: no stacks: $("$PERF" evlist -v -i f)"
	sound "$words"
done
finish
