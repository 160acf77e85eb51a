#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Names that are meant to do harm, in every place of a recording where names are; and what exports make of them.

    hostile_names.py make FOLDER [SEED]     writes FOLDER/data, FOLDER/tmp/perf-77.map (for --symfs FOLDER), and FOLDER/names,
                                            the functions as a report shows them. SEED: other names, put together at random
    hostile_names.py check FOLDER FORMAT FILE
"""
import ast
import json
import os
import random
import re
import sys
import unicodedata

FUNCTIONS = [
    b'"quoted"\'and\\"back\\slashed\\u0041',
    b"</script><img src=x onerror=window.pwned=1>",
    b"<!--<script>window.pwned=1</script>",
    b"]]><iframe src=http://example.invalid/></iframe>",
    b"\x1b[31mred\x1b[2J\x1b]0;title\x07",
    b"bytes\xff\xfe\xc3(\xed\xa0\x80",
    "right\u202eto left\u2028line\u0085next".encode(),
    b"semi;colon and a number 12345",
    b"$(touch pwned) `touch pwned` ${x} {{x}} %s%n%08x",
    b"a\tb\rc",
    "gr\u00fc\u00dfe \u65e5\u672c\u8a9e \U0001f525".encode(),
]
# The last one, of 64 KB, as large as a record: of a symbol that the kernel tells of.
LONG = b"operator()<std::map<std::string, std::vector<int> > >(" + b"std::pair<const char*, int>, " * 2250 + b"int)"
KERNEL = 0xffffffffc0000000
COMM = b'</script>\n";\x1b[1m'
FILE = b'/tmp/<b onclick="window.pwned=1">\n;"\xff'


PIECES = [b"</script>", b"<script>", b"<!--", b"-->", b"]]>", b"&lt;", b"&#10;", b'"', b"'", b"\\", b"\\u0000", b"\\n", b"\x1b[2J", b"\x1b]0;",
          b"\x07", b"\x7f", b"\x01", b"\t", b"\r", b"\xff", b"\xc3", b"\xe2\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", "\u2028".encode(),
          "\u202e".encode(), "\u0085".encode(), "\u00e9".encode(), "\U0001f525".encode(), b";", b" 7", b",", b"{", b"}", b"[", b"]", b"%s", b"$(x)",
          b"`x`", b"${x}", b"operator<", b"std::vector<int>", b"(anonymous namespace)::", b"~", b"[k]", b"[.]", b"\xc0\x80", b"@plt"]


def use(seed):
    """Other names, the same for a seed each time. What ends a line or a string in a recording cannot be in them."""
    global FUNCTIONS, COMM, FILE, LONG
    if not seed:
        return
    r = random.Random(seed)

    def name(most):
        out = b"".join(r.choice(PIECES) if r.random() < 0.8 else bytes([r.choice([*range(1, 10), *range(11, 256)])]) for _ in range(r.randint(1, most)))
        return b"f" + out + b"z"

    FUNCTIONS = list(dict.fromkeys(name(r.choice((2, 12, 200))) for _ in range(40)))
    LONG = (b"f" + b"".join(r.choice(PIECES) for _ in range(20000)))[:65000] + b"z"
    COMM = name(3)[:14]
    FILE = b"/tmp/" + name(6).replace(b"/", b"|")


def shown(name):
    """One line, and nothing that a terminal obeys: the rule of perf report."""
    out, text = "", name.decode("utf-8", "surrogateescape")
    for c in text:
        if 0xdc80 <= ord(c) <= 0xdcff:
            out += "\\x%02x" % (ord(c) - 0xdc00)
        elif unicodedata.category(c) in ("Cc", "Zl", "Zp") or c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c":
            out += "".join("\\x%02x" % b for b in c.encode())
        else:
            out += c
    return out


def make(folder):
    from perfwrite import KSYMBOL, MISC_KERNEL, MISC_USER, Writer, S_CALLCHAIN, S_CPU, S_IP, S_PERIOD, S_TID, S_TIME

    f = Writer()
    e = f.event(type=1, config=0, sample_type=S_IP | S_TID | S_TIME | S_CPU | S_PERIOD | S_CALLCHAIN, name="cpu-clock")
    f.comm(77, 77, COMM)
    f.mmap2(77, 77, 0x10000000, 0x100000, 0, "//anon")
    f.mmap2(77, 77, 0x20000000, 0x1000, 0, FILE)
    f.record(KSYMBOL, f.pack("QIHH", KERNEL, 64, 1, 0) + f.text(LONG) + f.sample_id(77, 77))
    for n in range(len(FUNCTIONS) + 1):
        ips = [0x10000010 + 0x100 * n, 0x10000011, 0x20000010]
        if n == len(FUNCTIONS):
            f.sample(e, misc=MISC_KERNEL, ip=KERNEL + 8, pid=77, tid=77, time=10**9 + n, cpu=0, period=1000 + n,
                     chain=[2**64 - 128, KERNEL + 8, 2**64 - 512] + ips[1:])
            break
        f.sample(e, misc=MISC_USER, ip=ips[0], pid=77, tid=77, time=10**9 + n, cpu=0, period=1000 + n,
                 chain=[2**64 - 512] + ips)
    f.write(folder + "/data")
    os.makedirs(folder + "/tmp", exist_ok=True)
    with open(folder + "/tmp/perf-77.map", "wb") as m:
        for n, name in enumerate(FUNCTIONS):
            m.write(b"%x 100 %s\n" % (0x10000000 + 0x100 * n, name))
    with open(folder + "/names", "w", encoding="utf-8", newline="\n") as m:
        m.writelines(shown(name) + "\n" for name in FUNCTIONS + [LONG])


def fail(text):
    print(text)
    sys.exit(1)


def exact(name):
    """As JSON holds a name that stays as it is: each byte that is no UTF-8 is U+FFFD."""
    return "".join("\ufffd" if 0xdc80 <= ord(c) <= 0xdcff else c for c in name.decode("utf-8", "surrogateescape"))


def page_data(text):
    m = re.search(r'<script id="data" type="application/json">\n(.*?)</script>', text, re.S)
    # Notes, data, code: no name has made another one.
    if text.count("</script") != 3 or text.count("<script") != 3 or "<!--" in text:
        fail("a name is markup")
    return json.loads(m.group(1))


def check(folder, kind, path):
    with open(path, "rb") as f:
        raw = f.read()
    text = raw.decode("utf-8")
    bad = [c for c in text if c not in "\n\t" and (unicodedata.category(c) in ("Cc", "Zl", "Zp") or c in "\u202e\u2066")]
    if bad:
        fail(f"{kind}: {bad[0]!r} would reach a terminal")
    want = [shown(n) for n in FUNCTIONS + [LONG]]
    comm, file = shown(COMM), shown(FILE).rsplit("/", 1)[1]
    if kind == "folded":
        got, total = [], 0
        for line in text.split("\n")[:-1]:
            m = re.match(r"^([^;]*);([^;]*);([^;]*);([^;]*) (\d+)$", line)
            if not m or m.group(1) != comm.replace(";", ":") or m.group(2) != f"[{file}]".replace(";", ":"):
                fail(f"folded: {line[:200]!r}")
            got.append(m.group(4))
            total += int(m.group(5))
        want = [n.replace(";", ":") for n in want]
        if total != sum(1000 + n for n in range(len(FUNCTIONS) + 1)):
            fail(f"folded: the sum is {total}")
    elif kind == "ndjson":
        rows = [json.loads(line) for line in text.split("\n")[:-1]]
        got = [r["sym"] for r in rows]
        if {r["comm"] for r in rows} != {comm} or {r["stack"][-1]["dso"] for r in rows} != {file}:
            fail(f"ndjson: {rows[0]['comm']!r}, {rows[0]['stack'][-1]['dso']!r}")
        if [r["stack"][0]["sym"] for r in rows] != got:
            fail("ndjson: other names in the stacks")
    elif kind == "json":
        d = json.loads(text)
        want = [exact(n) for n in FUNCTIONS + [LONG]]
        got = [s["callchain"][0]["symbol"] for s in d["samples"]]
        if d["samples"][0]["comm"] != exact(COMM):
            fail(f"json: {d['samples'][0]['comm']!r}")
    elif kind == "speedscope":
        d = json.loads(text)
        got = [f["name"] for f in d["shared"]["frames"]]
        if not d["profiles"][0]["name"].startswith(comm) or file not in [f.get("file") for f in d["shared"]["frames"]]:
            fail(f"speedscope: {d['profiles'][0]['name']!r}")
    elif kind == "firefox":
        t, = json.loads(text)["threads"]
        got = t["stringArray"]
        if t["name"] != comm or file not in got:
            fail(f"firefox: {t['name']!r}")
    elif kind in ("pprof", "otlp"):
        got = [ast.literal_eval("b" + m).decode() for m in re.findall(r"^ *string_table: (\".*\")$", text, re.M)]
        if comm not in got or shown(FILE) not in got:
            fail(f"{kind}: thread or file")
    elif kind in ("flamegraph", "timeline"):
        d = page_data(text)
        got = d["functions"]["name"]
        if d["threads"][0][0] != comm or file not in d["functions"]["file"]:
            fail(f"{kind}: {d['threads'][0]}")
    for name in want:
        if name not in got:
            fail(f"{kind}: not there, or not whole: {name[:120]!r} in {[str(g)[:60] for g in got]}")


if sys.argv[1] == "make":
    use(sys.argv[3] if len(sys.argv) > 3 else "")
    make(sys.argv[2])
    with open(sys.argv[2] + "/seed", "w", encoding="ascii") as f:
        f.write(sys.argv[3] if len(sys.argv) > 3 else "")
else:
    with open(sys.argv[2] + "/seed", encoding="ascii") as f:
        use(f.read())
    check(*sys.argv[2:])
