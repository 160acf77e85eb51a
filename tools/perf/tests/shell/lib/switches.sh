# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For suites about spans of recordings that tests/build/switches.py makes.
# shellcheck source-path=SCRIPTDIR source=lib/made.sh
. "$PERF_TEST_DIR/shell/lib/made.sh"

make() { # FILE, then python on stdin: the recording f
	{ printf '%s\n' 'import sys' 'from switches import *'; cat; echo 'f.write(sys.argv[1])'; } > "$dir/make.py"
	python3 "$dir/make.py" "$dir/$1"
}

spans() { # FILE OPTION...: "tid end period state stack" a span
	name=$1
	shift
	"$PERF" script --off-cpu -F comm,tid,time,period,event,state,ip --ns -i "$dir/$name" "$@" 2> "$dir/err" |
		awk '/^#/ { mark = $0; next }
		/offcpu-time/ { state = $0; sub(/.*offcpu-time: */, "", state); line = $2 " " $3 " " $4 " " state; stack = ""; next }
		/^$/ { if (line) print line (stack ? stack : " " mark); line = mark = ""; next }
		{ stack = stack " " $1 }'
}

expect() { # WHAT: standard input is what $dir/got should be
	cat > "$dir/want"
	diff "$dir/want" "$dir/got" || bad "$1"
}

closing() { # WHAT TEXT: the closing lines have it
	grep -qF "$2" "$dir/err" || { bad "$1: no '$2' in:"; cat "$dir/err"; }
}
