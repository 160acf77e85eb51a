#compdef perf perf-defer
# SPDX-License-Identifier: GPL-2.0-only
# Completion of perf and perf-defer for zsh: commands and verbs with what they are for, options with their help, events,
# and files. What can be completed is asked of the perf that is completed for, so that it is always right for it.

# "name:what it is for" for each line of the list that --help, or -h of a verb, prints.
_perf_described() { # PERF ARGS...
	"$@" 2>/dev/null | sed -n 's/^   \([a-z][a-z0-9-]*\)  *\([A-Z].*\)/\1:\2/p'
}

# "--option:help" for each option that -h prints; texts that go on in the next line keep their first one.
_perf_described_options() { # PERF ARGS...
	"$@" -h 2>/dev/null | awk '/^(    |        )-/ {
		line = $0
		sub(/^ +/, "", line)
		help = match(line, /  +/) ? substr(line, RSTART + RLENGTH) : ""
		if (RSTART)
			line = substr(line, 1, RSTART - 1)
		n = split(line, words, /,? /)
		for (i = 1; i <= n; i++)
			if (words[i] ~ /^-/) {
				name = words[i]
				sub(/\[.*/, "", name)
				gsub(/:/, "\\:", help)
				print name ":" help
			}
	}'
}

_perf() {
	local perf=${words[1]} cmd='' verb='' i word
	local -a list

	case ${perf:t} in
	perf-*) cmd=${${perf:t}#perf-} ;;
	esac
	for ((i = 2; i < CURRENT; i++)); do
		word=${words[i]}
		case $word in
		-*) ;;
		*)
			if [[ -z $cmd ]]; then
				cmd=$word
			elif [[ $cmd == defer && -z $verb ]]; then
				verb=$word
			fi ;;
		esac
	done
	if [[ -z $cmd ]]; then
		list=(${(f)"$(_perf_described $perf --help)"})
		_describe command list
		return
	fi
	if [[ $cmd == defer && -z $verb ]]; then
		case ${perf:t} in
		perf-*) list=(${(f)"$(_perf_described $perf -h)"}) ;;
		*) list=(${(f)"$(_perf_described $perf defer -h)"}) ;;
		esac
		_describe verb list
		return
	fi
	case ${words[CURRENT - 1]} in
	-e | --event)
		list=(${=$($perf list --raw-dump 2>/dev/null)})
		compadd -a list
		return ;;
	-i | --input | -o | --output | --symfs | --vmlinux | --kallsyms)
		_files
		return ;;
	esac
	if [[ ${words[CURRENT]} == -* ]]; then
		case ${perf:t} in
		perf-*) list=(${(f)"$(_perf_described_options $perf $verb)"}) ;;
		*) list=(${(f)"$(_perf_described_options $perf $cmd $verb)"}) ;;
		esac
		_describe option list
		return
	fi
	case $cmd in
	record) _command_names -e || _files ;;
	help)
		list=(${(f)"$(_perf_described $perf --help)"})
		_describe command list ;;
	*) _files ;;
	esac
}

_perf "$@"
