#!/usr/bin/awk -f
# SPDX-License-Identifier: GPL-2.0-only
#
# Results of tests as lines "passed|failed|skipped TAB where it ran TAB name TAB why it was skipped", for run-tests.sh:
#
#	results.awk -v where=NAME LOG	makes them, of the output of perf test, or of lines "ok: NAME", "FAILED: NAME",
#					"skipped: NAME"; what occurs more than once gets a number
#	results.awk -v counts=1 FILE	prints how many there are of each of the three
#	results.awk -v total=1 FILE	says how many tests there are, each once, wherever it ran: failed where it failed
#					once, else passed where it passed once; and how many ran again, and where.
#					What was told not to run, as another stage does (PERF_TEST_NO_...), is none.

BEGIN {
	FS = "\t"
	OFS = "\t"
	again["san"] = "under ASan and UBSan"
	again["vm"] = "in a booted kernel"
}

function add(status, name)
{
	nr[name]++
	print status, where, (nr[name] > 1 ? name " #" nr[name] : name), reason
}

# What a failed test has printed is none of our lines.
where && /^--- start/ { quoted = 1 }
where && /^---- end ----$/ { quoted = 0; next }
where && quoted { next }

where && /^ok: / { add("passed", substr($0, 5)) }
where && /^FAILED: / { add("failed", substr($0, 9)) }
where && /^skipped: / { add("skipped", substr($0, 10)) }

where && /^ *[0-9]+(\.[0-9]+)?: / {
	name = $0
	is_case = name ~ /^ *[0-9]+\./
	sub(/^ *[0-9.]+: /, "", name)
	status = reason = ""
	if (sub(/ *: Ok( \(left out: .*\))?$/, "", name))
		status = "passed"
	else if (sub(/ *: FAILED!( \(.*\))?$/, "", name))
		status = "failed"
	else if (match(name, / *: Skip( \(.*\))?$/)) {
		status = "skipped"
		reason = substr(name, RSTART, RLENGTH)
		name = substr(name, 1, RSTART - 1)
		sub(/^[^(]*\(/, "", reason)
	}
	if (status)
		add(status, is_case ? suite ": " name : name)
	else if (sub(/ *:$/, "", name))
		suite = name
}

counts || total { n[$1]++ }

total && !($1 == "skipped" && $4 ~ /^PERF_TEST_NO_/) {
	if ($1 == "failed" || !($3 in result) || (result[$3] == "skipped" && $1 == "passed"))
		result[$3] = $1
	if ($1 != "skipped") {
		if ($3 in ran)
			repeated[$2, $1]++
		ran[$3]
	}
}

END {
	if (counts)
		printf "%d %d %d\n", n["passed"], n["failed"], n["skipped"]
	if (!total)
		exit
	for (place in again)
		if (repeated[place, "passed"] + repeated[place, "failed"])
			printf "again, %s: %d passed, %d failed\n", again[place], repeated[place, "passed"], repeated[place, "failed"]
	for (name in result)
		tests[result[name]]++
	printf "%d passed, %d failed, %d skipped\n", tests["passed"], tests["failed"], tests["skipped"]
}
