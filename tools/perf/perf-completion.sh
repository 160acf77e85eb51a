# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Completion of perf and perf-defer for bash: commands, verbs, options and their values.
# Source it, or install it (make install does) where bash-completion looks for it.
#
# What can be completed is asked of the perf that is completed for, so it is always right for it.

_perf_config_keys='annotate.addr2line= annotate.demangle= annotate.demangle_kernel= annotate.disassembler_style= annotate.disassemblers=
	annotate.hide_src_code= annotate.jump_arrows= annotate.objdump= annotate.offset_level= annotate.show_linenr= annotate.show_nr_jumps=
	annotate.show_nr_samples= annotate.show_total_period= annotate.use_offset= buildid-cache.debuginfod= buildid-cache.debuginfod-file-limit= buildid-cache.debuginfod-limit=
	core.fallback= core.jobs= core.proc-map-timeout= core.unpack-limit= buildid.dir= call-graph.dump-size= call-graph.order=
	call-graph.print-limit= call-graph.print-type= call-graph.record-mode= call-graph.sort-key=
	call-graph.threshold= colors.found= colors.inferred= colors.mark= colors.medium= colors.normal= colors.root= colors.selected= colors.top=
	hist.percentage= pager.report=
	pager.script= diff.compute= diff.order= record.build-id= record.call-graph= report.children= report.graph-depth= report.graph-size=
	report.group= report.page-code-size= report.percent-limit= report.queue-size= report.skip-empty= report.sort_order= report.source-link=
	report.source-root= script.allow-write= script.python= scripts.
	top.call-graph= top.children=
	tui.annotate= tui.background= tui.defer= tui.diff= tui.evlist= tui.mouse= tui.report= tui.script= tui.top= ui.show-headers= keys.'

# The actions of a screen, which keys can be given to (perf-config, keys).
_perf_actions() { # SCREEN
	case $1 in
	report) echo up down page-up page-down home end right left toggle unfold-row fold-row unfold-all fold-all enter menu \
		zoom-dso zoom-thread zoom-comm zoom-kernel zoom-socket back filter search next previous sort sort-back sort-event weight relative limit headers whole \
		whole-names files save info next-event previous-event code flame-graph callers stacks-with stacks-without stacks-joined stacks-collapsed \
		stacks-shortened samples missing missing-all copy commands recordings time-line mouse redraw help quit ;;
	samples) echo up down page-up page-down home end whole go-to-time zoom-thread zoom-event zoom-comm back \
		next-incomplete previous-incomplete search next previous info copy mouse redraw help quit ;;
	table) echo up down page-up page-down home end right left toggle unfold-row fold-row unfold-all fold-all filter search next previous back \
		sort sort-back reverse headers whole save info next-event previous-event mouse redraw help quit ;;
	tree) echo up down page-up page-down home end right left toggle unfold-row fold-row unfold-all fold-all zoom-dso \
		zoom-thread zoom-comm zoom-kernel zoom-socket back filter search next previous sort sort-back reverse headers whole code \
		samples missing missing-all save info next-event previous-event mouse redraw help quit ;;
	code) echo up down page-up page-down home end enter back hottest next-hot previous-hot functions next-function \
		previous-function callers next-event previous-event search search-back next previous source line-numbers paths addresses labels \
		as-decoded jump-lines jump-counts cycles types column local unit save info mouse redraw help quit ;;
	time) echo left right up down page-up page-down home end mark enter zoom-in zoom-out heat-map back mouse redraw help \
		quit ;;
	live) echo pause last-seconds save quit ;;
	popup) echo up down page-up page-down home end left right enter back ;;
	line) echo accept cancel cursor-left cursor-right cursor-home cursor-end delete-before delete delete-all delete-word ;;
	esac
}

# The keys of the configuration that begin so: those of screens only where they are meant, as there are many of them.
_perf_config_list() { # BEGINNING
	local screen action

	case $1 in
	keys.*)
		for screen in report samples table tree code time live popup line; do
			for action in $(_perf_actions $screen); do
				echo "keys.$screen.$action=" "keys.$action="
			done
		done | tr ' ' '\n' | sort -u ;;
	*)
		echo "$_perf_config_keys" ;;
	esac
}

# The values of a key of the configuration that has a fixed set of them.
_perf_config_values() { # KEY
	case $1 in
	call-graph.record-mode) echo fp fp,defer fp,defer,repair fp,repair dwarf dwarf,repair lbr ;;
	call-graph.print-type) echo graph fractal flat folded none ;;
	call-graph.order) echo caller callee ;;
	call-graph.sort-key) echo function address ;;
	hist.percentage) echo relative absolute ;;
	record.build-id) echo cache no-cache skip mmap no-mmap ;;
	tui.background) echo auto light dark ;;
	core.fallback | pager.* | report.children | report.group | report.skip-empty | top.children | tui.*) echo true false ;;
	esac
}

# Words of the column that "perf --help" and "perf defer -h" list commands in.
_perf_names() { # PERF ARGS...
	"$@" 2> /dev/null | sed -n 's/^   \([a-z][a-z0-9-]*\)  *[A-Z].*/\1/p'
}

# Every option that "perf CMD -h" shows, one a line; a long one that needs a value with a "=".
_perf_options() { # PERF CMD...
	"$@" -h 2> /dev/null | awk '/^(    |        )-/ {
		word = $1
		value = $2 ~ /^</
		if (sub(/,$/, "", word)) {
			print word
			word = $2
			value = $3 ~ /^</
		}
		sub(/\[.*/, "", word)
		print word (value && word ~ /^--/ ? "=" : "")
	}'
}

# The values of an option that has a fixed set of them. (zsh's completion calls this, too.)
_perf_values() { # PERF CMD OPTION
	case $2:$3 in
	annotate:-M | annotate:--disassembler-style | report:-M | report:--disassembler-style | top:-M | top:--disassembler-style)
		echo att intel ;;
	annotate:--metric | report:--metric)
		echo backend-stall-rate branch-miss-rate branch-mpki cache-miss-rate cache-mpki cpi dtlb-mpki frontend-stall-rate ghz ipc itlb-mpki l1d-mpki list ;;
	annotate:--percent-type | report:--percent-type)
		echo local-period local-hits global-period global-hits ;;
	record:--call-graph | top:--call-graph | watch:--call-graph)
		echo fp fp,defer fp,defer,repair fp,repair fp,defer,repair,keep fp,repair,keep fp,64,defer dwarf dwarf,repair lbr no ;;
	record:-k | record:--clockid)
		echo realtime monotonic monotonic_raw boottime tai ;;
	record:-j | record:--branch-filter)
		echo any any_call any_ret ind_call ind_jmp call cond in_tx no_tx abort_tx call_stack u k hv save_type ;;
	record:--synth)
		echo all no task mmap cgroup ;;
	record:-G | record:--cgroup | record:--for-each-cgroup)
		echo /
		(cd "$(awk '$3 == "cgroup" && $4 ~ /(^|,)perf_event(,|$)/ { v1 = $2 } $3 == "cgroup2" && !v2 { v2 = $2 }
			END { print v1 ? v1 : v2 ? v2 : "/nowhere" }' /proc/mounts)" 2> /dev/null &&
			find . -mindepth 1 -type d | sed 's,^\./,,') ;;
	record:-u | record:--uid | top:-u | top:--uid | watch:-u | watch:--uid)
		getent passwd | sed 's/:.*//' ;;
	record:-p | record:--pid | record:-t | record:--tid | top:-p | top:--pid | top:-t | top:--tid | watch:-p | watch:--pid | watch:-t | watch:--tid | buildid-cache:--target-ns)
		(cd /proc && echo [0-9]*) ;;
	record:--user-regs)
		"$1" record --user-regs='?' 2>&1 | sed -n 's/^available registers: //p' ;;
	perf:--debug)
		echo verbose ordered-events stderr data-convert perf-event-open kmaps ;;
	report:-g | report:--call-graph)
		echo graph flat fractal folded none caller callee function address branch \
			percent period count ;;
	report:-s | report:--sort | report:-F | report:--fields | top:-s | top:--sort | top:--fields)
		case $3 in
		-s | --sort) "$1" report -s '?' 2> /dev/null | sed 's/ .*//' ;;
		*) "$1" report -F '?' 2> /dev/null | sed 's/ .*//' ;;
		esac ;;
	diff:-c | diff:--compute)
		echo delta-abs delta ratio wdiff:1,1 ;;
	diff:--fail-on)
		echo "'sym>+2%'" "'sym>x1.1'" "'children:sym>+2%'" "'dso>+2%'" "'comm>+2%'" "'total>5%'" ;;
	diff:--format)
		echo text markdown json ;;
	diff:-g | diff:--call-graph)
		echo graph folded none caller callee ;;
	diff:-s | diff:--sort)
		"$1" report -s '?' 2> /dev/null | sed 's/ .*//' ;;
	report:--percentage | diff:--percentage)
		echo relative absolute ;;
	report:--state | script:--state | diff:--state | export:--state)
		echo blocked runnable preempted throttled unknown running idle all S D T t X Z P I ;;
	report:--stdio-color | annotate:--stdio-color)
		echo always never auto ;;
	script:-F | script:--fields)
		"$1" script -F '?' 2>&1 | sed -n 's/.*is none of //p' | tr , ' '
		echo hw: sw: trace: raw: break: synth: ;;
	script:--itrace | report:--itrace | annotate:--itrace)
		echo i0ns i1us i100us b c r w p x e g cr cewp be ibxwpe ;;
	script:-g | script:--gen-script)
		echo python perl ;;
	script:--insn-trace)
		echo raw disasm ;;
	stat:--by)
		echo comm event cpu ;;
	record:--affinity)
		echo sys node cpu ;;
	record:--setup-filter)
		echo pin unpin ;;
	record:--threads)
		echo cpu core package numa ;;
	generate:--byte-order)
		echo little big ;;
	export:--format)
		"$1" defer export --list-formats 2> /dev/null | sed 's/ .*//' ;;
	export:--labels | watch:--labels)
		echo task cpu cgroup unit container unit,container ;;
	watch:--format)
		echo pprof otlp ndjson ;;
	watch:--otlp-protocol)
		echo grpc http/protobuf ;;
	watch:--symbols)
		echo names addresses ;;
	export:--weight)
		echo period samples ;;
	generate:--format)
		echo file pipe directory ;;
	generate:--protocol)
		echo A C ;;
	generate:--compress)
		echo 81 83 ;;
	test:-w | test:--workload)
		"$1" test --list-workloads 2> /dev/null | sed 's/ .*//' ;;
	list:--unit)
		(cd /sys/bus/event_source/devices 2> /dev/null && echo *) ;;
	*:-e | *:--event)
		"$1" list --raw-dump 2> /dev/null ;;
	*:--pfm-events)
		"$1" list --raw-dump pfm 2> /dev/null ;;
	*) return 1 ;;
	esac
}

# Options whose value may be left out: the next word is not theirs, only what follows a "=".
_perf_value_optional() { # OPTION
	case $1 in
	--itrace | --insn-trace | --stdio-color | --user-regs | --flamegraph | --with-code) return 0 ;;
	*) return 1 ;;
	esac
}

_perf_takes_file() { # OPTION
	case $1 in
	-i | --input | -o | --output | --batch | -k | --vmlinux | --kallsyms | --truth | --diff | --base | --flamegraph | --symfs | -M | --missing | \
		--junit | --exclude-buildids | --known-build-ids) return 0 ;;
	*) return 1 ;;
	esac
}

_perf_reply() { # WORDS
	local IFS=$' \t\n'
	# shellcheck disable=SC2207
	COMPREPLY=($(compgen -W "$1" -- "$2"))
	# "--output=" goes on with its value
	if [ "${#COMPREPLY[@]}" = 1 ] && [ "${COMPREPLY[0]%=}" != "${COMPREPLY[0]}" ]; then
		compopt -o nospace 2> /dev/null
	fi
}

# The last item of a comma list is what is completed; it may begin with "+" or "-" (as in -F +srcline).
_perf_reply_list() { # WORDS CUR
	local word words=$1 front='' item=${2##*,}

	front=${2%"$item"}
	case $item in
	[+-]*) front=$front${item:0:1} ;;
	esac
	[ -z "$front" ] || for word in $1; do
		words="$words $front$word"
	done
	_perf_reply "$words" "$2"
}

_perf_complete() {
	local perf=${COMP_WORDS[0]} cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
	local cmd='' verb='' word i values front='' equals=''

	# "--opt=value" comes as three words
	if [ "$cur" = "=" ]; then
		cur=''
		equals=1
	elif [ "$prev" = "=" ] && [ "$COMP_CWORD" -ge 2 ]; then
		prev=${COMP_WORDS[COMP_CWORD - 2]}
		equals=1
	fi
	# and so does "sched:sched_switch": what is completed then is its end only
	if [ "$cur" = ":" ] && [ "$COMP_CWORD" -ge 2 ]; then
		front=$prev:
		cur=$front
		prev=${COMP_WORDS[COMP_CWORD - 2]}
	elif [ "$prev" = ":" ] && [ "$COMP_CWORD" -ge 3 ]; then
		front=${COMP_WORDS[COMP_CWORD - 2]}:
		cur=$front$cur
		prev=${COMP_WORDS[COMP_CWORD - 3]}
	fi
	COMPREPLY=()
	case ${perf##*/} in
	perf-*)
		cmd=${perf##*/perf-}
		cmd=${cmd#perf-} ;;
	esac
	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		case $word in
		-c | --buildid-dir | --debug)
			# perf's own, before the command; "--debug=x" comes as three words
			[ -n "$cmd" ] || [ "${COMP_WORDS[i + 1]}" = "=" ] || i=$((i + 1)) ;;
		-*) ;;
		"=") [ -n "$cmd" ] || i=$((i + 1)) ;;
		*)
			if [ -z "$cmd" ]; then
				cmd=$word
			elif [ "$cmd" = defer ] && [ -z "$verb" ]; then
				verb=$word
			fi ;;
		esac
	done
	if [ -z "$cmd" ]; then
		case $prev:$cur in
		--debug:*) _perf_reply "$(_perf_values "$perf" perf --debug)" "$cur" ;;
		--buildid-dir:*)
			compopt -o filenames 2> /dev/null
			mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
		*:-*) _perf_reply '--help --version --paginate --no-pager --buildid-dir= --debug= -c' "$cur" ;;
		*) _perf_reply "$(_perf_names "$perf" --help)" "$cur" ;;
		esac
		return
	fi
	if [ "$cmd" = defer ] && [ -z "$verb" ]; then
		case ${perf##*/} in
		perf-*) word=$(_perf_names "$perf" -h) ;;
		*) word=$(_perf_names "$perf" defer -h) ;;
		esac
		_perf_reply "$word" "$cur"
		return
	fi
	if { [ -n "$equals" ] || ! _perf_value_optional "$prev"; } &&
		values=$(_perf_values "${perf%-defer}" "${verb:-$cmd}" "$prev"); then
		_perf_reply_list "$values" "$cur"
		COMPREPLY=("${COMPREPLY[@]#"$front"}")
		return
	fi
	if _perf_takes_file "$prev"; then
		compopt -o filenames 2> /dev/null
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
	fi
	case ${verb:-$cmd}:$cur in
	*:-*)
		case ${perf##*/} in
		perf-*) set -- "$perf" ;;
		*) set -- "$perf" "$cmd" ;;
		esac
		_perf_reply "$(_perf_options "$@" ${verb:+"$verb"})" "$cur" ;;
	config:*)
		if [ -n "$equals" ]; then
			_perf_reply "$(_perf_config_values "$prev")" "$cur"
		else
			_perf_reply "$(_perf_config_list "$cur")" "$cur"
		fi ;;
	check:*)
		if [ "$prev" = feature ]; then
			_perf_reply_list "$("$perf" version --build-options 2> /dev/null | sed -n 's/^ *\([^ ]*\): \[.*/\1/p')" "$cur"
		else
			_perf_reply feature "$cur"
		fi ;;
	help:*)
		_perf_reply "$(_perf_names "$perf" --help) differences intel-pt off-cpu fleet script-python python" "$cur" ;;
	test:*)
		_perf_reply "list $("$perf" test list 2> /dev/null | sed -n 's/^ *\([0-9]*\): .*/\1/p')" "$cur" ;;
	record:*)
		compopt -o filenames 2> /dev/null
		mapfile -t COMPREPLY < <(compgen -c -- "$cur") ;;
	*)
		compopt -o filenames 2> /dev/null
		mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
	esac
}

complete -F _perf_complete perf perf-defer
