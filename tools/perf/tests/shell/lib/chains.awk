# SPDX-License-Identifier: GPL-2.0-only
#
# Judges the call chains in the output of `perf script`: one per sample, frames innermost first.
#
#   awk -v select=RE -v has=RE -v whole=RE -v least=N -f chains.awk FILE
#
# Samples whose first line matches `select` and whose chain, written "leaf;caller;...;", matches
# `has` must match `whole`, and at least `least` of them must be there. An empty `has` or
# `select` matches all. Each of the four may have several lines: the first of each belong together, and so
# on; the file is read once for all of them. Prints the counts; exit status 1 where something is amiss.

BEGIN {
	n = split(least, leasts, "\n")
	split(select, selects, "\n")
	split(has, hass, "\n")
	split(whole, wholes, "\n")
}

# Many samples have the same chain, and each match with a text that is no constant compiles it.
function verdict(i)
{
	if (!((i, chain) in verdicts)) {
		if (hass[i] != "" && chain !~ hass[i])
			verdicts[i, chain] = "other"
		else
			verdicts[i, chain] = chain ~ wholes[i] ? "whole" : "not"
	}
	return verdicts[i, chain]
}

function judge(  i, selected)
{
	for (i = 1; head != "" && i <= n; i++) {
		if (verdict(i) == "other")
			continue
		if (!(selects[i] in selected))
			selected[selects[i]] = selects[i] == "" || head ~ selects[i]
		if (!selected[selects[i]])
			continue
		if (verdict(i) == "whole")
			good[i]++
		else if (++bad[i] <= 3)
			print "not whole: " head "\n  " chain
	}
	head = chain = ""
}

/^#/ { next }

/^[ \t]+[0-9a-f]+ / && head != "" {
	symbol = $2
	sub(/\+0x[0-9a-f]+$/, "", symbol)
	chain = chain symbol ";"
	next
}

/^[ \t]*$/ { judge(); next }

{ judge(); head = $0 }

END {
	judge()
	for (i = 1; i <= n; i++) {
		amiss = bad[i] > 0 || good[i] < leasts[i] + 0
		status = status || amiss
		of = (amiss && n > 1) ? ": '" selects[i] "', '" hass[i] "'" : ""
		printf "%d whole, %d not, at least %d asked for%s\n", good[i], bad[i], leasts[i], of
	}
	exit status + 0
}
