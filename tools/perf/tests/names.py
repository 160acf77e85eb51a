#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Prints every file and function that a document or a comment names and that is not there.

Of documents: those for who works on the code (*.md), which name files and functions in text, and folders in `backquotes`. Of comments in C:
files, and functions whose names have two underscores. What stands in capitals (builtin-NAME.c) is a place for a name.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
# Names of examples, of files that perf or others write, and of headers that a system may lack.
OTHERS = {"run.sh", "x.py", "prog.c", "main.c", "a.c", "string.h", "linux/landlock.h", "noun__verb"}
FILE = re.compile(r"(?<![\w/.*<-])((?:[\w-]+/)*[a-z][\w-]*\.(?:c|h|py|sh|md))\b(?![\w(.-])")
FUNCTION = re.compile(r"\b(\w+__\w+)\(\)")
FOLDER = re.compile(r"`((?:util|tests|lib|bench)/[\w/-]*\w)/?`")
PLACE = re.compile(r"[A-Z]{4,}")
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def tracked():
    out = subprocess.run(["git", "-C", ROOT, "ls-files"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout.decode()
    return out.split() or [os.path.relpath(os.path.join(folder, name), ROOT) for folder, _, names in os.walk(ROOT) for name in names]


def read(path):
    with open(os.path.join(ROOT, path), errors="replace", encoding="utf-8") as f:
        return f.read()


def main():
    paths = tracked()
    sources = {path: read(path) for path in paths if path.endswith((".c", ".h")) and os.path.exists(os.path.join(ROOT, path))}
    # What is made by a macro is named with the macro's argument: hash tables.
    words = set(re.findall(r"\b\w+\b(?!\(\))", "\n".join(COMMENT.sub("", text) for text in sources.values())))
    made = re.compile(r"\b(?:%s)__(?:find|set|place|exit|empty|reset|remove|is|hash)$" %
                      "|".join(sorted(set(re.findall(r"\b(?:U64_MAP|HASH_\w+|STR_MAP)\((\w+)", "\n".join(sources.values()))))))
    names = {os.path.basename(path) for path in paths}
    below = ["/" + path for path in paths]
    texts = [(path, read(path), True) for path in paths if path.endswith(".md")]
    texts += [(path, "\n".join(COMMENT.findall(text)), False) for path, text in sources.items() if "/tests/" not in path]
    bad = 0
    for path, text, is_document in texts:
        missing = {f"file {m}" for m in FILE.findall(text) if os.path.basename(m) not in OTHERS and not PLACE.search(m) and
                   m not in OTHERS and not (any(p.endswith("/" + m) for p in below) if "/" in m else m in names)}
        missing |= {f"function {m}()" for m in FUNCTION.findall(text) if m not in words | OTHERS and not made.match(m) and not PLACE.search(m)}
        if is_document:
            missing |= {f"folder {m}" for m in FOLDER.findall(text) if not any("/" + m + "/" in p or "/" + m + "." in p or p.endswith("/" + m) for p in below)}
        for what in sorted(missing):
            print(f"{path}: there is no {what}")
            bad += 1
    print(f"{bad} names of {len(texts)} documents and sources are of nothing")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
