#compdef perf perf-defer
# SPDX-License-Identifier: GPL-2.0-only
# Completion of perf and perf-defer for zsh: commands and verbs with what they are for, options with their help, events,
# values of options and files. What can be completed is asked of the perf that is completed for, so that it is always right for it.

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

# The values of options are those of bash's completion, which is in the same folder, or where "make install" puts it.
_perf_load_values() {
	local dir=$1 file

	for file in $dir/perf-completion.sh $dir/../../bash-completion/completions/perf{,-defer}; do
		[[ -r $file ]] || continue
		# It registers itself with bash's own command, which is not here.
		complete() { : }
		emulate sh -c '. "$file"'
		unfunction complete
		return
	done
}

# Offers words for the current one from its byte @skip on: behind the "=" of an option.
_perf_offer() { # SKIP WORDS...
	local skip=$1
	shift

	compset -p $skip
	list=("$@")
	compadd -a list
}

# The same for the last item of a list with commas, which may begin with "+" or "-" (-F +srcline).
_perf_offer_list() { # SKIP WORDS...
	local skip=$1 text=${PREFIX[$1 + 1,-1]} item front
	shift

	item=${text##*,}
	[[ $item != [+-]* ]] || item=${item[2,-1]}
	front=${text%$item}
	[[ -z $front ]] || set -- "$@" $front${^@}
	_perf_offer $skip "$@"
}

# Offers the values of an option, if they are known; a file, if it takes one.
_perf_offer_values() { # PERF CMD OPTION SKIP
	local values

	(($+functions[_perf_values])) || return 1
	if values=$(_perf_values ${1%-defer} $2 $3); then
		_perf_offer_list $4 ${=values}
	elif _perf_takes_file $3; then
		compset -p $4
		_files
	else
		return 1
	fi
}

# Words that are no options.
_perf_offer_words() { # PERF CMD
	local -a list
	local word=${PREFIX%%=*}

	case $2 in
	record) _command_names -e || _files ;;
	help)
		list=(${(f)"$(_perf_described $1 --help)"} differences:'Where this perf differs' intel-pt:'Traces of Intel PT'
			off-cpu:'Time off the CPU' fleet:'Many machines')
		_describe command list ;;
	config)
		if [[ $PREFIX == *=* ]]; then
			_perf_offer $((${#word} + 1)) $(_perf_config_values $word)
		else
			list=(${=$(_perf_config_list $PREFIX)})
			compadd -S '' -a list
		fi ;;
	check)
		if [[ ${words[CURRENT - 1]} == feature ]]; then
			_perf_offer_list 0 $($1 version --build-options 2>/dev/null | sed -n 's/^ *\([^ ]*\): \[.*/\1/p')
		else
			_perf_offer 0 feature
		fi ;;
	test) _perf_offer 0 list $($1 test list 2>/dev/null | sed -n 's/^ *\([0-9]*\): .*/\1/p') ;;
	*) _files ;;
	esac
}

# What stands before the command. Returns whether there is something to offer.
_perf_offer_globals() { # PERF
	case ${words[CURRENT - 1]}:$PREFIX in
	--debug:*) _perf_offer_values $1 perf --debug 0 ;;
	*:--debug=*) _perf_offer_values $1 perf --debug 8 ;;
	--buildid-dir:*) _files -/ ;;
	*:--buildid-dir=*)
		compset -p 14
		_files -/ ;;
	*:-*) _perf_offer 0 --help --version --paginate --no-pager --buildid-dir= --debug= -c ;;
	*) return 1 ;;
	esac
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
		# perf's own, before the command
		-c | --buildid-dir | --debug) [[ -n $cmd ]] || ((++i)) ;;
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
		_perf_offer_globals $perf && return
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
	word=${words[CURRENT - 1]}
	if [[ $PREFIX == --*=* ]]; then
		word=${PREFIX%%=*}
		_perf_offer_values $perf ${verb:-$cmd} $word $((${#word} + 1)) && return
	elif [[ $word == -* ]] && { ! (($+functions[_perf_value_optional])) || ! _perf_value_optional $word; }; then
		_perf_offer_values $perf ${verb:-$cmd} $word 0 && return
	fi
	if [[ $PREFIX == -* ]]; then
		case ${perf:t} in
		perf-*) list=(${(f)"$(_perf_described_options $perf $verb)"}) ;;
		*) list=(${(f)"$(_perf_described_options $perf $cmd $verb)"}) ;;
		esac
		_describe option list
		return
	fi
	_perf_offer_words $perf ${verb:-$cmd}
}

(($+functions[_perf_values])) || _perf_load_values ${${(%):-%x}:A:h}
_perf "$@"
