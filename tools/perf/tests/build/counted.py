#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Records a program while the kernel counts the same events for us.

Usage: counted.py PERF OUT RECORD-OPTION... -- COMMAND...

The command waits until `perf record -p` has been attached to it and until counters of our own have been opened
on it, which its threads inherit; then it begins. Prints what read() of each says when it is gone, `EVENT VALUE`.
Exits with 2 where counters cannot be opened.
"""
import ctypes
import os
import platform
import struct
import subprocess
import sys
import tempfile

EVENTS = {"cpu-clock": 0, "page-faults": 2, "context-switches": 3, "minor-faults": 5}
NUMBERS = {"x86_64": 298, "aarch64": 241, "s390x": 331, "ppc64le": 319, "riscv64": 241}
PERF_TYPE_SOFTWARE, INHERIT, EXCLUDE_HV = 1, 1 << 1, 1 << 6
ATTR_SIZE = 112


def open_counter(config, pid, flags):
    attr = struct.pack("<IIQQQQQ", PERF_TYPE_SOFTWARE, ATTR_SIZE, config, 0, 0, 0, flags)
    attr = ctypes.create_string_buffer(attr + bytes(ATTR_SIZE - len(attr)), ATTR_SIZE)
    fd = ctypes.CDLL(None, use_errno=True).syscall(NUMBERS[platform.machine()], attr, pid, -1, -1, 8)
    if fd < 0:
        print(f"perf_event_open: {os.strerror(ctypes.get_errno())}")
        sys.exit(77)
    return fd


def main():
    perf, out = sys.argv[1:3]
    at = sys.argv.index("--")
    options, command = sys.argv[3:at], sys.argv[at + 1:]
    if platform.machine() not in NUMBERS or sys.byteorder != "little":
        print("the number of perf_event_open is not known here")
        sys.exit(77)
    go_read, go_write = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(go_write)
        os.read(go_read, 1)
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        os.execvp(command[0], command)
    os.close(go_read)
    with tempfile.TemporaryDirectory() as folder:
        control, ack = os.path.join(folder, "control"), os.path.join(folder, "ack")
        os.mkfifo(control)
        os.mkfifo(ack)
        record = subprocess.Popen([perf, "record", "-q", *options, "-p", str(pid), "-D", "-1",
                                   f"--control=fifo:{control},{ack}", "-o", out])
        with open(control, "w", encoding="ascii") as c, open(ack, encoding="ascii") as a:
            c.write("enable\n")
            c.flush()
            a.readline()
            # The program sleeps: nothing is counted between the one and the other.
            counters = {name: open_counter(n, pid, INHERIT | EXCLUDE_HV) for name, n in EVENTS.items()}
            os.write(go_write, b"x")
            os.waitpid(pid, 0)
            record.wait()
    for name, fd in counters.items():
        print(name, struct.unpack("<Q", os.read(fd, 8))[0])
    return record.returncode


if __name__ == "__main__":
    sys.exit(main())
