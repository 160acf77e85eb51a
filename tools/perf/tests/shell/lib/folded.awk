# SPDX-License-Identifier: GPL-2.0-only
#
# Judges the folded call graphs of `perf report -g folded,0,caller`: lines "12.50% main;...;leaf".
#
#   awk -v has=RE -v whole=RE -f folded.awk FILE
#
# Every line whose chain, written "main;...;leaf;", matches `has` must match `whole`, and there
# must be one. Exit status 1 where something is amiss.

/^ *[0-9.]+% [^ ].*/ && NF == 2 && $2 ~ /;/ {
	chain = $2 ";"
	if (chain !~ has)
		next
	if (chain ~ whole)
		good++
	else if (++bad <= 3)
		print "not whole: " chain
}

END {
	printf "%d folded chains whole, %d not\n", good, bad
	exit bad > 0 || !good
}
