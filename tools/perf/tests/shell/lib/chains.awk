# SPDX-License-Identifier: GPL-2.0-only
#
# Judges the call chains in the output of `perf script`: one per sample, frames innermost first.
#
#   awk -v select=RE -v has=RE -v whole=RE -v least=N -f chains.awk FILE
#
# Samples whose first line matches `select` and whose chain, written "leaf;caller;...;", matches
# `has` must match `whole`, and at least `least` of them must be there. An empty `has` or
# `select` matches all. Prints the count; exit status 1 where something is amiss.

function judge()
{
	if (head == "")
		return
	if ((select == "" || head ~ select) && (has == "" || chain ~ has)) {
		if (chain ~ whole)
			good++
		else if (++bad <= 3)
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
	printf "%d whole, %d not, at least %d asked for\n", good, bad, least
	exit bad > 0 || good < least
}
