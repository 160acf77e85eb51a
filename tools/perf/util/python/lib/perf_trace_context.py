# SPDX-License-Identifier: GPL-2.0-only
"""What a script asks perf for. `context` is what its functions were called with; always about the sample of the moment."""
import linecache

perf_script_context = perf_script.context


def common_pc(context):
    """How deep preemption was disabled, of a tracepoint."""
    return perf_script.samples.state.common[1]


def common_flags(context):
    """What Core.trace_flag_str() has names for."""
    return perf_script.samples.state.common[2]


def common_lock_depth(context):
    return perf_script.samples.state.common[3]


def perf_sample_insn(context):
    """The bytes of the instruction that the sample is at; None: not known."""
    return perf_script.ask("insn") or None


def perf_sample_srcline(context):
    """The source file, or None, and the line."""
    line, _, name = perf_script.samples.text(perf_script.ask("srcline")).partition(" ")
    return (name, int(line)) if name else (None, 0)


def perf_sample_srccode(context):
    """The same, and the line's text, or None."""
    name, line = perf_sample_srcline(context)
    code = linecache.getline(name, line) if name and line else ""
    return name, line, code or None


def perf_set_itrace_options(context, itrace_options):
    """0; 1: the command line has set them; -1: they are wrong. To be called in trace_begin()."""
    return int(perf_script.ask("itrace " + itrace_options))


def perf_config_get(config_name):
    """A value of perf's configuration files, or None."""
    answer = perf_script.ask("config " + config_name)
    return perf_script.samples.text(answer[1:]) if answer else None
