#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Prints every include that is not allowed, and why. Exit 1 if there is one. Run from tools/perf.

A room is a folder of util/. What each file may include:

    libperf          its own headers; it is a library of its own and knows nothing of the tool
    a room           itself, the rooms below it, and from LIBPERF_FROM on the public headers of libperf
    a command        rooms, but those of another command only if OWNERS says so; builtin.h and the headers
                     of its own name (builtin-report-opts.c: builtin-report.h) and of SHARED, but of no other command
    the front door   the same, and the headers of all commands
    the test runner  util/base and tests/*.h; the command perf test includes these and nobody else does
    unit tests       everything but the other kinds of tests
    fuzz targets     rooms and libperf
    workloads        util/base and their own headers: they are programs that are recorded
    tests/vm, tests/truth, examples of libperf: what lies in their own tree, and libperf

Commands and rooms print through util/base/std-out.h (or a struct text_out of theirs) and never through stdio, so that
one place sees whether it arrived. Nobody calls what is in BANNED.
"""
import glob
import os
import re
import sys

# Bottom to top; rooms of one line may not include each other.
ORDER = [["base"], ["event"], ["choose"], ["data"], ["filter", "scan", "symbol"], ["code", "machine"], ["callchain"], ["hardware", "stacks"],
         ["session", "live"], ["hits"], ["auxtrace", "copy", "offcpu", "output", "record", "generate"],
         ["rows", "script", "annotate"], ["columns", "decay"], ["report", "export", "diff", "python", "view"], ["defer", "inject", "watch"], ["tui"]]
RANK = {name: i for i, row in enumerate(ORDER) for name in row}
LIBPERF_FROM = RANK["event"]

# Rooms that see less than what is below them: what generate writes judges the readers, so it shares nothing with them.
ONLY = {"generate": {"base", "generate"}}

# Rooms that belong to some commands, by the first word behind builtin-. All other rooms are everybody's.
OWNERS = {
    "choose": {"list", "record"},
    "record": {"record", "buildid", "list", "top"}, "live": {"record"},
    "generate": {"defer"},
    "script": {"script", "report"}, "python": {"script"},
    "rows": {"diff", "opening", "report", "row", "top"}, "columns": {"diff", "report", "row", "top"},
    "decay": {"top"}, "report": {"report", "top"}, "diff": {"diff"},
    "view": {"annotate", "report", "script"}, "tui": {"again", "annotate", "diff", "opening", "report", "screen", "script", "top"},
    "export": {"defer", "diff", "export", "report", "script"},
    "defer": {"defer", "inject", "report"},
    "inject": {"inject"}, "watch": {"defer"},
}

# What several commands share, beside them in tools/perf: each may include its header.
SHARED = {"builtin-again", "builtin-code-look", "builtin-export", "builtin-header", "builtin-live", "builtin-offcpu", "builtin-opening",
          "builtin-row-opts", "builtin-screen"}

# Files of tools/perf that are no command.
FRONT_DOOR = {"perf", "perf-config", "other-input", "other-perf", "unknown-command", "build-features", "command-list", "builtin"}

INCLUDE = re.compile(r'\s*#\s*include\s+(["<])([^">]+)[">]')


def includes(path):
    """(line number, "local" or "system", what is included) of each include."""
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            m = INCLUDE.match(line)
            if m:
                yield number, "local" if m.group(1) == '"' else "system", m.group(2)


def room_of(include):
    m = re.match(r"util/(\w[\w-]*)/", include)
    return m.group(1) if m else None


def is_libperf(include):
    return include.startswith("perf/") and os.path.exists(f"../lib/perf/include/{include}")


def is_known(room):
    return None if room in RANK else f"util/{room} is not in ORDER of tests/layers.py"


def judge_libperf(path, kind, include):
    own = is_libperf(include) or "/" not in include
    return None if kind == "system" or own else "libperf knows nothing of the tool"


def judge_room(path, kind, include):
    here, there = room_of(path), room_of(include)
    if is_known(here):
        return is_known(here)
    if is_libperf(include):
        return None if RANK[here] >= LIBPERF_FROM and here not in ONLY else f"util/{here} does not use libperf"
    if kind == "system":
        return None
    if not there:
        return "a room includes rooms"
    if is_known(there):
        return is_known(there)
    if here == there:
        return None
    if here in ONLY:
        return None if there in ONLY[here] else f"util/{here} sees only {' and '.join(sorted(ONLY[here]))}"
    return None if RANK[there] < RANK[here] else f"util/{there} is not below util/{here}"


def judge_command(path, kind, include):
    stem, there = os.path.basename(path).rsplit(".", 1)[0], room_of(include)
    front = stem in FRONT_DOOR
    command = None if front else stem.split("-")[1]
    if kind == "system":
        return None
    if there:
        if is_known(there):
            return is_known(there)
        allowed = there not in OWNERS or (not front and command in OWNERS[there])
        return None if allowed else f"util/{there} belongs to others: see OWNERS in tests/layers.py"
    if include.startswith("tests/"):
        return None if command == "test" else "only perf test includes tests"
    if front or include.rsplit(".", 1)[0] in FRONT_DOOR | SHARED:
        return None
    return None if re.match(rf"builtin-{command}\b", include) else "the header of another command"


def judge_test(path, kind, include):
    part = path.split("/")[1] if path.count("/") > 1 else "runner"
    there = room_of(include)
    beside = os.path.exists(os.path.join(os.path.dirname(path), include))
    if kind == "system" or (beside and part not in ("unit", "fuzz", "runner")):
        return None
    if there and is_known(there):
        return is_known(there)
    if include.startswith("tests/"):
        other = include.split("/")[1] if include.count("/") > 1 else "runner"
        allowed = other == part or (other == "runner" and part == "unit")
        return None if allowed else f"tests/{part} does not include that of other tests"
    if part == "unit":
        return None
    if part in ("runner", "workloads"):
        return None if there == "base" else f"tests/{part} includes only util/base and its own headers"
    if part == "fuzz":
        return None if there or is_libperf(include) else "a fuzz target includes rooms and libperf"
    return f"tests/{part} shares nothing with the tool"


# stdio's standard output is used by what std_out() is made of, by what writes a recording into it, and by perf test, whose
# suites print as they like.
STDIO = {"util/base/std-out.c", "util/data/rewriter.c", "builtin-test.c"}
NO_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
PRINTS = re.compile(r'\b(?:printf|puts|putchar)\(|\bstdout\b')


# Functions of libc that nobody calls here, and what to call.
BANNED = {
    "strcpy": "snprintf() or xstrdup()", "stpcpy": "snprintf()", "strcat": "struct strbuf", "strncpy": "snprintf()", "strncat": "struct strbuf",
    "sprintf": "snprintf()", "vsprintf": "vsnprintf()", "gets": "getline()", "scanf": "getline()", "strtok": "strtok_r()",
    "atoi": "strtol()", "atol": "strtol()", "atoll": "strtoll()", "atof": "strtod()", "alloca": "xmalloc()",
    "asctime": "strftime()", "ctime": "strftime()", "localtime": "localtime_r()", "gmtime": "gmtime_r()",
    "mktemp": "util/base/new-file.h", "tmpnam": "util/base/new-file.h", "tempnam": "util/base/new-file.h", "system": "fork() and exec",
    "popen": "fork() and exec", "rand": "util/base/random.h", "srand": "util/base/random.h", "bzero": "memset()", "bcopy": "memmove()",
    "usleep": "nanosleep()",
}
CALL = re.compile(r"(?<![\w.>])(" + "|".join(BANNED) + r")\s*\(")


def lines_of_code(path):
    """(line number, line) without comments and texts."""
    with open(path, encoding="utf-8") as f:
        code = NO_CODE.sub(lambda m: "\n" * m.group(0).count("\n"), f.read())
    return enumerate(code.split("\n"), 1)


def prints(path):
    """(line number, word) of each use of stdio's standard output."""
    return [(number, m.group(0)) for number, line in lines_of_code(path) for m in PRINTS.finditer(line)]


def banned(path):
    """(line number, function) of each call of what is banned."""
    return [(number, m.group(1)) for number, line in lines_of_code(path) for m in CALL.finditer(line)]


def main():
    kinds = [(judge_room, glob.glob("util/*/*.[ch]")),
             (judge_libperf, glob.glob("../lib/perf/**/*.[ch]", recursive=True)),
             (judge_command, glob.glob("*.[ch]")),
             (judge_test, glob.glob("tests/**/*.[ch]", recursive=True))]
    bad = files = 0
    for judge, paths in kinds:
        for path in sorted(paths):
            files += 1
            for number, kind, include in includes(path):
                why = judge(path, kind, include)
                if not why and room_of(include) and not os.path.exists(include):
                    why = "there is no such file"
                if why:
                    print(f"{path}:{number}: {include}: {why}")
                    bad += 1
            for number, name in banned(path) if judge != judge_test else ():
                print(f"{path}:{number}: {name}(): {BANNED[name]} instead")
                bad += 1
            if judge in (judge_room, judge_command) and path not in STDIO:
                for number, word in prints(path):
                    print(f"{path}:{number}: {word}: results are printed through util/base/std-out.h")
                    bad += 1
    print(f"{bad} of the includes, prints and calls of {files} files are not allowed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
