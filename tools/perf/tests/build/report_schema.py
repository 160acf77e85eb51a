#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Is the output of `perf report --json` what perf-report(1) says it is?

Each object must have the members that are listed here and no others, each of its type; and each of them must be
in the manual page, where one is given:

    report_schema.py OUTPUT.json [perf-report.txt]
"""
import json
import re
import sys

U64, NUMBER, TEXT, BOOL = "u64", "number", "text", "bool"


class Maybe:
    """A member that need not be there."""
    def __init__(self, what):
        self.what = what


class Each:
    """An object with names of its own choice, each with such a value."""
    def __init__(self, what):
        self.what = what


class Null:
    """Or null."""
    def __init__(self, what):
        self.what = what


COUNTS = [{"percent": NUMBER, "period": U64, "samples": U64, "period_kernel": U64, "period_user": U64,
           "latency_percent": Maybe(NUMBER), "weight1": Maybe(NUMBER), "weight2": Maybe(NUMBER),
           "weight3": Maybe(NUMBER),
           **{name: Maybe(Each(NUMBER)) for name in ("op", "cache", "memory", "snoop", "dtlb")}}]
REPORT = {
    "schema": TEXT, "version": U64, "input": TEXT, "samples": U64,
    "stitching": {"deferred": U64, "by_later": U64, "by_earlier": U64, "orphans": Each(U64),
                  "unused_records": U64, "duplicate_records": U64},
    "damage": {"skipped_records": U64, "unknown_records": U64, "odd_records": U64, "truncated": BOOL, "lost_events": U64,
               "lost_samples": U64},
    "aux": Maybe(Each(U64)),
    "off_cpu": Maybe({"shown": Each({"ns": U64, "spans": U64}), "left_out": Each({"ns": U64, "spans": U64}),
                      "unfinished": {"ns": U64, "spans": U64}, "left_before": {"ns": U64, "spans": U64},
                      "no_stack": {"ns": U64, "spans": U64}, "wakings_recorded": BOOL, "ends_by_return": BOOL, "sampled": BOOL,
                      "some_cpus": BOOL, "missing_switches": U64, "length": U64,
                      "pid_namespace": Maybe(Each(U64)),
                      "cpus": [{"cpu": U64, "running": U64, "idle": U64, "unknown": U64}], "ran": Maybe(U64), "sampled_periods": Maybe(U64)}),
    "events": [{
        "members": [{"name": TEXT, "samples": U64, "period": U64, "filtered_samples": U64, "total": U64}],
        "rows": [{"keys": Each(TEXT), "self": COUNTS, "children": Maybe(COUNTS),
                  "chains": Maybe([{"period": U64, "samples": U64, "frames": [U64]}])}],
    }],
    "frames": [{"id": U64, "function": Maybe(TEXT), "address": Maybe(TEXT), "missing": Maybe(TEXT),
                "dso": Maybe(TEXT), "kernel": Maybe(BOOL), "inlined": Maybe(BOOL)}],
}
MISSING = {
    "schema": TEXT, "version": U64, "input": TEXT, "samples": U64, "without_name": U64,
    "missing": [{"dso": Null(TEXT), "place": TEXT, "build_id": Null(TEXT), "samples": U64, "percent": NUMBER, "stacks": U64,
                 "why": Null(TEXT), "detail": Null(TEXT), "how": Null(TEXT)}],
    "unreadable": [{"file": TEXT, "why": TEXT, "found_elsewhere": BOOL}],
    "frame_pointers": [{"dso": Null(TEXT), "stacks": U64, "broken": U64, "rooted": U64, "gaps": U64, "ends_early": U64,
                        "no_map": U64, "no_address": U64, "no_symbols": U64}],
    "callers": {"stacks": U64, "whole": U64, "named": U64, "missing": U64, "not_known": U64, "frames_named": U64,
                "gaps": U64, "functions": [{"function": Null(TEXT), "dso": Null(TEXT), "missing": U64, "named": U64}]},
}
SCHEMAS = {("perf-report", 1): REPORT, ("perf-report-missing", 2): MISSING}


def is_type(value, what):
    if what == U64:
        return type(value) is int and 0 <= value < 1 << 64
    if what == NUMBER:
        return type(value) in (int, float)
    return type(value) is (str if what == TEXT else bool)


def check(value, what, where):
    if isinstance(what, Null):
        if value is not None:
            check(value, what.what, where)
    elif isinstance(what, str):
        assert is_type(value, what), f"{where}: {value!r} is no {what}"
    elif isinstance(what, list):
        assert isinstance(value, list), f"{where} is no array"
        for i, item in enumerate(value):
            check(item, what[0], f"{where}[{i}]")
    elif isinstance(what, Each):
        assert isinstance(value, dict), f"{where} is no object"
        for name, item in value.items():
            check(item, what.what, f"{where}.{name}")
    else:
        assert isinstance(value, dict), f"{where} is no object"
        for name in value:
            assert name in what, f"{where}.{name}: not in the schema"
        for name, inner in what.items():
            if name in value:
                check(value[name], inner.what if isinstance(inner, Maybe) else inner, f"{where}.{name}")
            else:
                assert isinstance(inner, Maybe), f"{where}.{name} is not there"


def names(what):
    if isinstance(what, (Maybe, Each, Null)):
        yield from names(what.what)
    elif isinstance(what, list):
        yield from names(what[0])
    elif isinstance(what, dict):
        for name, inner in what.items():
            yield name
            yield from names(inner)


def main():
    with open(sys.argv[1]) as f:
        data = json.load(f)
    schema = SCHEMAS[data["schema"], data["version"]]
    check(data, schema, "report")
    for event in data.get("events", ()):
        ids = {f["id"] for f in data["frames"]}
        for row in event["rows"]:
            assert len(row["self"]) == len(event["members"]), "a row has other members than its event"
            for chain in row.get("chains", ()):
                assert set(chain["frames"]) <= ids, "a frame that is not explained"
    if len(sys.argv) > 2:
        with open(sys.argv[2]) as f:
            text = f.read()
        text = text[text.index("\n== JSON OUTPUT"):]
        text = text[:text.index("\n== ", 4)]
        told = set(re.findall(r"[a-z_0-9]+", text.replace("_,", ",").replace(" _", " ")))
        for name in names(schema):
            assert name in told or f"_{name}_" in text, f"the manual page does not tell of '{name}'"


if __name__ == "__main__":
    main()
