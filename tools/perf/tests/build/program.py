# SPDX-License-Identifier: GPL-2.0-only
"""A program as binutils know it, for suites that ask perf about each of its addresses."""
import subprocess


def run(*args, **more):
    return subprocess.run(args, check=True, capture_output=True, text=True, **more).stdout


def mapped(program):
    """(bias, line): how far its code lies from where it was linked, and a line for recording.py that maps it there,
    in task 100."""
    for line in run("readelf", "-lW", program).splitlines():
        w = line.split()
        if w[:1] == ["LOAD"] and "E" in w[6:-1]:
            offset, vaddr, size = int(w[1], 16), int(w[2], 16), int(w[4], 16)
            break
    else:
        raise SystemExit(f"{program} has no code")
    length = (size + (vaddr & 4095) + 4095) & ~4095
    return (0x7f0000000000 - (vaddr & ~4095),
            f"comm 100 app\nmap 100 7f0000000000 {length:x} {offset & ~4095:x} {program}\n")
