# SPDX-License-Identifier: GPL-2.0-only
"""Runs a script of `perf script -s`: calls its functions for what perf tells. util/python/wire.h has the messages.

It is a process of its own; perf has read the recording, and checked what is in it.
"""
import sys
if sys.path[:1] == [""]:
    del sys.path[0]		# the present folder is nobody's library

import errno
import importlib.abc
import importlib.machinery
import json
import linecache
import os
import struct
import traceback
import types

(MODULE, START, COMM, DSO, FRAME, HALF, FORGET, EVENT, SAMPLE, RECORD, ANSWER, END, MACHINE) = range(1, 14)
HEAD = struct.Struct("=II")


class Driven:
    """How it goes on with the script."""
    def __init__(self):
        self.listens = True		# perf answers questions
        self.tables = None		# perf_db_tables.Tables, if the script wants them


class Context:
    """What functions get as `context`, and give to those of perf_trace_context."""
    def __repr__(self):
        return "<perf_script_context>"


def read_message():
    head = wire.read(8)
    if len(head) < 8:
        return 0, b""
    size, kind = HEAD.unpack(head)
    return kind, wire.read(size)


def say(line):
    os.write(answers, line.encode("utf-8", "surrogateescape") + b"\n")


def ask(question):
    """What perf answers, bytes. It listens until trace_begin() has run, in trace_end(), and if ready said so after each sample."""
    if not driven.listens:
        raise RuntimeError("perf does not listen for '%s' now: a script that asks has the function's name in its text"
                           % question.split()[0])
    say("ask " + " ".join(question.split("\n")))
    kind, body = read_message()
    if kind != ANSWER:
        raise EOFError("perf has ended")
    return body


# --- modules that scripts import --------------------------------------------------------------------------

class Library(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Those that came with perf, in the place of upstream's. Another Core, Util or EventClass on the script's path comes first."""
    def __init__(self):
        self.sources = {}

    def find_spec(self, name, path=None, target=None):
        if name not in self.sources:
            return None
        other = importlib.machinery.PathFinder.find_spec(name)
        if other and not name.startswith("perf_") and "Perf-Trace-Util" not in str(other.origin):
            return None
        return importlib.machinery.ModuleSpec(name, self, origin="perf")

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__name__
        module.__dict__["perf_script"] = types.SimpleNamespace(ask=ask, context=context, samples=samples)
        exec(compile(self.sources[name], "<perf script: %s>" % name, "exec"), module.__dict__)


# --- the script's functions ---------------------------------------------------------------------------

def handler(name):
    function = script.__dict__.get(name)
    return function if callable(function) else None


def nr_arguments(function):
    """Those that it is called with: the object of a method (process_event = cli.process_event) is none of these."""
    code = getattr(function, "__code__", None)
    return code.co_argcount - (getattr(function, "__self__", None) is not None) if code else 0


def has_tracepoint_functions():
    """Otherwise process_event() gets the tracepoints, too."""
    return any("__" in name.strip("_") and callable(value) for name, value in script.__dict__.items()) or \
        handler("trace_unhandled") is not None


def on_tracepoint(sample):
    event = sample.event
    samples.state.common = sample.common
    if not event.defined:
        event.defined = True
        flag_names.define_names(event.print, event.handler, handler)
    function = handler(event.handler)
    head = (event.handler, context)
    secs, nsecs = divmod(sample.time, 10**9)
    if function:
        args = head + (samples.signed(sample.cpu), secs, nsecs, sample.common[0], sample.comm, sample.chain(), *sample.fields)
    elif handler("trace_unhandled"):
        function = handler("trace_unhandled")
        fields = {"common_cpu": samples.signed(sample.cpu), "common_s": secs, "common_ns": nsecs, "common_pid": sample.common[0],
                  "common_comm": sample.comm, "common_callchain": sample.chain()}
        fields.update(zip(event.fields, sample.fields))
        args = head + (fields,)
    elif handler("process_event") and not has_tracepoint_functions():
        function, args = handler("process_event"), (sample.as_dict(),)
    else:
        return
    if nr_arguments(function) == len(args) + 1:
        args += (sample.as_dict(),)
    function(*args)


def on_sample(body):
    sample = samples.Sample(body)
    if sample.event.is_tracepoint:
        on_tracepoint(sample)
    elif driven.tables:
        driven.tables.sample(sample)
    else:
        function = handler("process_event")
        if function:
            function(sample.as_dict())


def count_handler(event):
    """Upstream's name of it, or what one can write behind "def"."""
    name = "stat__" + event.name.replace(":", "_")
    return handler(name) or handler("".join(c if c.isalnum() else "_" for c in name))


def on_record(body):
    name, own, *args = json.loads(body)
    function = handler(name) if name != "stat" else count_handler(samples.state.events[own[0]])
    if driven.tables:
        if name == "context_switch":
            driven.tables.switch(own, *args)
        elif name == "comm record":
            driven.tables.named(own[0], *args)
    elif function:
        function(*args)


# --- the script ------------------------------------------------------------------------------------------

def names_in_text(before):
    """Does the script, or a module of its own, ask about samples?"""
    folders = tuple(os.path.dirname(m.__file__) for m in (json, os) if getattr(m, "__file__", None))
    files = [script.__file__] + [m.__file__ for n, m in list(sys.modules.items()) if n not in before and getattr(m, "__file__", None)]
    return any(name in line for path in files if path and not os.path.dirname(path).startswith(folders)
               for line in linecache.getlines(path) for name in ("perf_sample_insn", "perf_sample_src"))


def on_start(body):
    path, *args = body.split(b"\0")[:-1]
    path = os.fsdecode(path)
    sys.argv = [path] + [os.fsdecode(arg) for arg in args]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    sys.modules["perf_trace_context"] = module = types.ModuleType("perf_trace_context")
    library.exec_module(module)
    script.__file__ = path
    script.perf_script_context = context
    before = set(sys.modules)
    with open(path, "rb") as source:
        code = compile(source.read(), path, "exec")
    exec(code, script.__dict__)
    begin = handler("trace_begin")
    if begin:
        begin()
    if script.__dict__.get("perf_db_export_mode"):
        import perf_db_tables
        driven.tables = perf_db_tables.Tables(script.__dict__)
    driven.listens = names_in_text(before)
    say("ready lockstep" if driven.listens else "ready")


def on_end():
    driven.listens = True
    if driven.tables:
        driven.tables.end()
    end = handler("trace_end")
    if end:
        end()
    say("bye")


def take_modules():
    """They come first. Returns the message behind them."""
    while True:
        kind, body = read_message()
        if kind != MODULE:
            return kind, body
        name, source = body.split(b"\0", 1)
        library.sources[name.decode()] = source


def run():
    global samples, flag_names
    kind, body = take_modules()
    import perf_flag_names as flag_names
    import perf_samples as samples
    functions = {START: on_start, COMM: samples.on_comm, DSO: samples.on_dso, FRAME: samples.on_frame, HALF: samples.on_half,
                 FORGET: samples.on_forget, EVENT: samples.on_event, MACHINE: samples.on_machine, RECORD: on_record}
    while kind != END:
        if kind == SAMPLE:
            on_sample(body)
            if driven.listens:
                say("done")
        elif kind:
            functions[kind](body)
        else:			# perf has ended without a word of the end
            sys.exit(1)
        kind, body = read_message()
    on_end()


def is_denied(e):
    """Is it likely that the script would not have failed with more rights? SQLite has no numbers for errors of files."""
    return isinstance(e, OSError) and e.errno in (errno.EACCES, errno.EPERM, errno.EXDEV) or \
        type(e).__module__ == "sqlite3" and "database" in str(e)


def main():
    try:
        run()
        sys.stdout.flush()
    except SystemExit:
        raise
    except BrokenPipeError:
        # Nobody reads what the script prints: no traceback, and none from Python's own end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(141)
    except BaseException as e:
        frames = e.__traceback__
        while frames and frames.tb_frame.f_code.co_filename.startswith("<perf script"):
            frames = frames.tb_next
        traceback.print_exception(type(e), e, frames or e.__traceback__)
        if is_denied(e):
            say("denied")
        sys.exit(1)


answers = 4
os.set_inheritable(answers, False)
os.set_inheritable(wire.fileno(), False)
for stream in sys.stdout, sys.stderr:
    if stream:
        stream.reconfigure(errors="surrogateescape")
driven, context, library = Driven(), Context(), Library()
samples = flag_names = None		# modules, when they have come
sys.meta_path.insert(0, library)
script = types.ModuleType("__main__")
sys.modules["__main__"] = script
main()
