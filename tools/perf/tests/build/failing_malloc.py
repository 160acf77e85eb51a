#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs a command again and again, each time without memory at another place (failing_malloc.c).

Usage: failing_malloc.py LIBRARY ONCE-OR-ON STEP COMMAND...

Each run does what the first one, in which nothing fails, has done, or ends with a status that is not 0 and a word about memory;
none ends by a signal. With STEP 3 each third place is tried, another third each day. Prints what is wrong, and "places: N".
"""
import os
import subprocess
import sys
import tempfile
import time

library, mode, step, command = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
# What a system says, or we; a folder or a file that cannot be opened for lack of memory has its own reason.
WORDS = (b"out of memory", b"Cannot allocate memory")


def run(place, count=None):
    env = dict(os.environ, LD_PRELOAD=library, FAIL_AT=str(place), FAIL_ON="1" if mode == "on" else "0")
    if count:
        env["FAIL_COUNT"] = count
    return subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=120, check=False)


def main():
    with tempfile.NamedTemporaryFile() as count:
        right = run(0, count.name)
        places = int(count.read() or b"0")
    shown = " ".join(command[1:])
    if right.returncode < 0 or not places:
        print(f"{shown}: status {right.returncode}, {places} places: {right.stderr.decode(errors='replace')[:300]}")
        return
    for place in range(1 + int(time.time() / 86400) % step, places + 1, step):
        got = run(place)
        told = any(word in got.stderr for word in WORDS)
        if got.returncode < 0 or got.returncode >= 128 and got.returncode != right.returncode and not told:
            print(f"{shown}: place {place} of {places}: ends with {got.returncode}: {got.stderr[-300:]!r}")
        elif got.returncode and got.returncode != right.returncode and not told:
            print(f"{shown}: place {place} of {places}: status {got.returncode} without a reason: {got.stderr[-300:]!r}")
        elif got.returncode == right.returncode and not told and got.stdout != right.stdout:
            print(f"{shown}: place {place} of {places}: another output, and no word: {got.stderr[-300:]!r}")
        elif not got.returncode and got.stdout != right.stdout:
            print(f"{shown}: place {place} of {places}: another output at status 0: {got.stderr[-300:]!r}")
    print(f"places: {places}")


main()
