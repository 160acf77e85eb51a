# SPDX-License-Identifier: GPL-2.0-only
"""A pprof profile as protoc --decode prints it, taken apart and looked at: what refers to what is there, once."""
import ast
import re


def message(lines):
    """{field: [values]} up to the closing brace."""
    out = {}
    for line in lines:
        line = line.strip()
        if line == "}":
            break
        m = re.match(r"^(\w+) \{$", line)
        if m:
            out.setdefault(m.group(1), []).append(message(lines))
            continue
        key, value = line.split(": ", 1)
        if value.startswith('"'):
            value = ast.literal_eval("b" + value).decode()
        else:
            value = value == "true" or value != "false" and int(value)
        out.setdefault(key, []).append(value)
    return out


def one(m, key, default=0):
    return m.get(key, [default])[0]


def need(what, condition):
    if not condition:
        raise SystemExit(f"pprof: {what}")


def table(profile, name):
    ids = [one(m, "id") for m in profile.get(name, [])]
    need(f"each {name} has an id of its own", len(set(ids)) == len(ids) and 0 not in ids)
    return {one(m, "id"): m for m in profile.get(name, [])}


def load(path):
    """(types, samples): [(name, unit)], [(frames, labels, values)]; frames innermost first: (name or None, dso or None)."""
    with open(path, encoding="utf-8") as f:
        p = message(iter(f))
    strings = p["string_table"]
    need("string 0 is empty", strings[0] == "")
    need("no string stands there twice", len(set(strings)) == len(strings))
    mappings, locations, functions = (table(p, n) for n in ("mapping", "location", "function"))
    frames = {}
    for i, l in locations.items():
        m = mappings[l["mapping_id"][0]] if "mapping_id" in l else None
        if m:
            need(f"location {i} lies in its mapping",
                 one(m, "memory_start") <= one(l, "address") < one(m, "memory_limit") % 2**64)
        dso = strings[one(m, "filename")] if m else None
        frames[i] = [(strings[one(functions[one(n, "function_id")], "name")], dso) for n in l.get("line", [])] or [(None, dso)]
    types = [(strings[one(t, "type")], strings[one(t, "unit")]) for t in p["sample_type"]]
    need("the default type is one of them", strings[one(p, "default_sample_type")] in [t[0] for t in types])
    samples = []
    for s in p.get("sample", []):
        need("each sample has a value of each type", len(s["value"]) == len(types))
        labels = {strings[one(x, "key")]: strings[one(x, "str")] for x in s.get("label", [])}
        samples.append(([f for i in s.get("location_id", []) for f in frames[i]], labels, s["value"]))
    return types, samples


def stacks(path, weight):
    """[(event, comm, frames, number)]; a value of another event must be 0."""
    types, samples = load(path)
    out = []
    for frames, labels, values in samples:
        event = labels["event"]
        several = len(types) > 2
        want = event if weight == "period" else f"{event}:samples" if several else "samples"
        index = [t[0] for t in types].index(want)
        first = index - (weight == "period")
        need("a sample counts for its own event", not any(v for i, v in enumerate(values) if i not in (first, first + 1)))
        out.append((event, labels["comm"], frames, values[index], labels.get("orphan")))
    return out
