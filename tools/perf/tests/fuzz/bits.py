#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Flips single bits of small recordings: each sample is shown as before, or something is said.

    bits.py [--most N] [--payload N] [--keep DIR] PERF FILE...

Of each record of FILE (a sound recording) all 64 bits of the header are flipped, one after the other, and N bits
(default 8) of what follows; with --most only so many of all these, evenly chosen. A run of `perf script` is bad if

 - what run.py calls bad: a crash, a sanitizer, a long time, a status without a message;
 - it has the same status and says the same as over the sound file, and a sample is missing or, where the bit is of
   the record's type or size, looks other than before;
 - it costs more samples than the damaged record and its neighbour.

Bits of misc and of what follows the header are content: nothing tells a wrong one, so that samples may look other
than before (names of a process, addresses), but not be missing.
"""
import argparse
import collections
import os
import random
import subprocess
import sys
import tempfile

import mutate
import run

MOST_LOST = 2
FINISHED_ROUND = 68
PLACES = [("type", 0, 32), ("misc", 32, 48), ("size", 48, 64)]


def blocks(text):
    """The samples of perf script's text: a line that does not begin with a tab, with those that do."""
    out = []
    for line in text.splitlines():
        if line[:1] == b"\t" and out:
            out[-1] += line
        elif line.strip():
            out.append(line)
    return collections.Counter(out)


def look(perf, path, data, piped):
    r = run.run_perf([perf, "script", "-i", "-" if piped else path], data if piped else b"")
    return r, blocks(r.stdout)


def judge(sound, found, where, kind):
    (before, want), (now, got) = sound, found
    verdict = run.judge("bits", now, b"", 0)
    if verdict:
        return verdict
    told = now.returncode or now.stderr != before.stderr
    lost = sum(want.values()) - sum(got.values())
    if not told and lost > 0:
        return f"{lost} of {sum(want.values())} samples are missing, and it says nothing"
    if not told and where in ("type", "size") and got != want:
        return f"{sum((want - got).values())} samples look other than before, and it says nothing"
    # Head of a stream: what is wrong there may cost all samples of an event.
    if lost > MOST_LOST and (kind < 64 or kind == FINISHED_ROUND):
        return f"{lost} of {sum(want.values())} samples are missing: {now.stderr.decode(errors='replace')[:200]}"
    return None


def flips(lay, payload):
    """(what the bit is of, record type, its bit in the file) of all that are tried."""
    for n, (at, kind, size) in enumerate(lay.events):
        # What these hold is not a record of the kernel: one that is wrong may cost all that needs it.
        if kind in (64, 66, 71, 80, 81, 83):
            continue
        for what, begin, end in PLACES:
            for bit in range(begin, end):
                yield what, kind, 8 * at + bit
        rng = random.Random(f"{n}/{kind}")
        for _ in range(payload if size > 8 else 0):
            yield "content", kind, 8 * at + rng.randrange(64, 8 * size)


def main():
    ap = argparse.ArgumentParser(usage=__doc__)
    ap.add_argument("--most", type=int, help="so many bits of each file")
    ap.add_argument("--payload", type=int, default=8)
    ap.add_argument("--keep", help="folder for the mutants that were bad")
    ap.add_argument("perf")
    ap.add_argument("file", nargs="+")
    args = ap.parse_args()
    runs = bad = 0
    for source in args.file:
        with open(source, "rb") as f:
            data = f.read()
        lay = mutate.Layout(data)
        chosen = list(flips(lay, args.payload))
        if args.most and len(chosen) > args.most:
            # Not every so many: the step would meet the same bits of all headers.
            chosen = random.Random(f"{len(chosen)}").sample(chosen, args.most)
        with tempfile.TemporaryDirectory() as folder:
            def one(at, data=data, piped=lay.pipe, folder=folder, chosen=chosen):
                out = bytearray(data)
                out[chosen[at][2] // 8] ^= 1 << chosen[at][2] % 8
                path = os.path.join(folder, f"mutant-{at}.data")
                with open(path, "wb") as f:
                    f.write(out)
                try:
                    return judge(sound, look(args.perf, path, bytes(out), piped), *chosen[at][:2]), out
                except subprocess.TimeoutExpired:
                    return f"not done after {run.TIMEOUT} seconds", out
                finally:
                    os.unlink(path)
            sound = look(args.perf, source, data, lay.pipe)
            if sound[0].returncode or not sound[1]:
                print(f"{source}: not sound: {sound[0].stderr.decode(errors='replace')}")
                return 1
            for at, (verdict, out) in enumerate(run.pool_map(one, range(len(chosen)))):
                runs += 1
                if not verdict:
                    continue
                bad += 1
                what, kind, bit = chosen[at]
                begin = max(at for at, _, _ in lay.events if 8 * at <= bit)
                print(f"{os.path.basename(source)}: record of type {kind} at {begin:#x}, bit {bit - 8 * begin} "
                      f"({what}): {verdict}", flush=True)
                if args.keep:
                    with open(os.path.join(args.keep, f"{os.path.basename(source)}-bit-{bit}"), "wb") as f:
                        f.write(out)
    print(f"{runs} bits, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
