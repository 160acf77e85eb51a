#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Looks at pages for a suite, all of them in one browser (lib/look.sh).

A line of input is the name of a module of this folder and what its look() takes, with a tab between words. For each,
"ok" or what is wrong is printed as one line. It ends when its input does.
"""
import importlib
import sys
import traceback


def verdict(module, words):
    try:
        importlib.import_module(module).look(*words)
    except SystemExit as e:
        return str(e.code or "ok")
    except Exception:
        return traceback.format_exc()
    return "ok"


def main():
    # What a module prints is not the answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in iter(sys.stdin.readline, ""):
        module, *words = line.rstrip("\n").split("\t")
        print(verdict(module, words).replace("\n", " | "), file=answers, flush=True)


main()
