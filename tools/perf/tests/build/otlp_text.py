# SPDX-License-Identifier: GPL-2.0-only
"""OpenTelemetry profiles as protoc --decode prints them (otlp.proto), taken apart and looked at against the rules of the format."""
from pprof_text import message, one


def need(what, condition):
    if not condition:
        raise SystemExit(f"otlp: {what}")


def known_fields(m, where="the message"):
    """A field that the schema does not have is printed by its number."""
    for key, values in m.items():
        need(f"{where} has the unknown field {key}", not key.isdigit())
        for v in values:
            if isinstance(v, dict):
                known_fields(v, key)


def once(name, rows):
    need(f"{name}: no entry stands there twice", len({str(sorted(r.items())) for r in rows}) == len(rows))


def value_of(any_value):
    (kind, (value,)), = any_value.items()
    need(f"the value of an attribute is a text or a number, not {kind}", kind in ("string_value", "int_value"))
    return value


class Profiles:
    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            m = message(iter(f))
        known_fields(m)
        self.used = {}
        d, = m["dictionary"]
        self.strings = d["string_table"]
        need("string 0 is empty", self.strings[0] == "")
        need("no string stands there twice", len(set(self.strings)) == len(self.strings))
        self.tables = {}
        for name in ("mapping", "location", "function", "attribute", "stack"):
            rows = self.tables[name] = d[name + "_table"]
            need(f"{name} 0 is empty", rows[0] == {})
            once(name, rows)
        need("link 0 is of zeroes", d["link_table"] == [{"trace_id": ["\0" * 16], "span_id": ["\0" * 8]}])
        resource, = m["resource_profiles"]
        self.resource = {a["key"][0]: value_of(a["value"][0]) for a in one(resource, "resource").get("attributes", [])}
        scope, = resource["scope_profiles"]
        need("the scope is perf", one(one(scope, "scope"), "name") == "perf")
        self.profiles = scope.get("profiles", [])

    def row(self, table, number):
        need(f"{table} {number} is there", 0 <= number < len(self.tables[table]))
        self.used.setdefault(table, {0}).add(number)
        return self.tables[table][number]

    def attributes(self, m):
        rows = [self.row("attribute", i) for i in m.get("attribute_indices", [])]
        pairs = {self.strings[one(r, "key_strindex")]: value_of(r["value"][0]) for r in rows}
        need("each key stands in a list of attributes once", len(pairs) == len(rows))
        return pairs

    def type(self, m):
        return self.strings[one(m, "type_strindex")], self.strings[one(m, "unit_strindex")]

    def frames(self, number):
        """[(name or None, file or None)] of a location, innermost first."""
        l = self.row("location", number)
        m = self.row("mapping", one(l, "mapping_index"))
        if m:
            need(f"location {number} lies in its mapping",
                 one(m, "memory_start") <= one(l, "address") < one(m, "memory_limit") % 2**64)
            self.attributes(m)
        kind = self.attributes(l).get("profile.frame.type")
        file = self.strings[one(m, "filename_strindex")] if m else None
        names = []
        for line in l.get("lines", []):
            f = self.row("function", one(line, "function_index"))
            need("a function has a name", one(f, "name_strindex"))
            names.append(self.strings[one(f, "name_strindex")])
        need(f"frame {number} is {kind}", kind in ("kernel", "native") or not kind and len(names) == 1 and names[0].startswith("["))
        return [(name, file) for name in names] or [(None, file)]

    def samples(self, profile):
        """[(frames innermost first, attributes, number)]"""
        for s in profile.get("samples", []):
            need("a sample has one value", len(s["values"]) == 1)
            stack = self.row("stack", one(s, "stack_index"))
            yield [f for i in stack.get("location_indices", []) for f in self.frames(i)], self.attributes(s), s["values"][0]

    def all_used(self):
        """Entries that nothing refers to are not wanted."""
        for name, rows in self.tables.items():
            need(f"each {name} is referred to", self.used.get(name, {0}) == set(range(len(rows))))


def stacks(path, weight):
    """[(event, comm, frames, number, orphan)], of the profiles of one kind of number."""
    p = Profiles(path)
    out = []
    events = {p.attributes(x)["perf.event"] for x in p.profiles}
    for profile in p.profiles:
        event = p.attributes(profile)["perf.event"]
        name, unit = p.type(one(profile, "sample_type"))
        period_type, period_unit = p.type(one(profile, "period_type"))
        need(f"{name} is of {event}", name in (event, f"{event}:samples" if len(events) > 1 else "samples"))
        need("the period is the event's", period_type == event and (unit == period_unit or unit == "count"))
        need("samples with the same stack and attributes are one",
             len({str((one(s, "stack_index"), sorted(s["attribute_indices"]))) for s in profile["samples"]}) == len(profile["samples"]))
        for frames, attributes, n in p.samples(profile):
            need("numbers are numbers", all(isinstance(attributes.get(k, 0), int) for k in ("thread.id", "process.pid", "cpu.logical_number")))
            if (name == event) == (weight == "period"):
                out.append((event, attributes["thread.name"], frames, n, attributes.get("perf.orphan")))
    p.all_used()
    return out
