# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Pages in a browser, which starts once for a suite: to start takes longer than to look at most pages.
# shellcheck source-path=SCRIPTDIR source=suite.sh
. "$PERF_TEST_DIR/shell/lib/suite.sh"

export PYTHONDONTWRITEBYTECODE=1

has_browser()
{
	PYTHONPATH="$PERF_TEST_DIR/build" python3 -c 'import browser, sys; sys.exit(not browser.program())'
}

# The browser ends with the suite.
look_ends()
{
	[ -n "${looker:-}" ] || return 0
	exec 7>&- 8<&-
	wait "$looker"
}

# The suite goes no further where none is installed.
need_browser()
{
	has_browser || skip "no chromium is installed: nobody has looked at the page"
}

# Whether look() of tests/build/MODULE.py finds nothing wrong; prints what it found.
look()	# MODULE ARGUMENTS...
{
	# Sanitizers see what writes the pages, and not what a browser makes of them.
	[ -z "${PERF_TEST_AGAIN:-}" ] || return 0
	if [ ! -e "$suite_dir/.asked" ]; then
		mkfifo "$suite_dir/.asked" "$suite_dir/.told"
		"$PERF_TEST_DIR/build/look.py" < "$suite_dir/.asked" > "$suite_dir/.told" 7>&- 8>&- &
		looker=$!
		exec 7> "$suite_dir/.asked" 8< "$suite_dir/.told"
	fi
	looked=$(printf '%s\t' "$@")
	printf '%s\n' "${looked%	}" >&7
	looked=
	IFS= read -r looked <&8 || looked="nobody looks any more"
	[ "$looked" != ok ] || return 0
	echo "$looked"
	return 1
}
