# SPDX-License-Identifier: GPL-2.0-only
"""How large recordings are, and why, for real_programs.py -s."""
import os
import re
import subprocess

SAMPLE = re.compile(r"^.*\[0x([0-9a-f]+)\]: PERF_RECORD_SAMPLE\(")
ENTRY = re.compile(r"^\.\.\.\.\.\s+\d+: ([0-9a-f]{16})( \(PERF_CONTEXT_[A-Z]+\))?$")


class Sizes:
    """What is in the recording @data."""

    def __init__(self, perf, data, env):
        self.file, self.samples, self.bytes, self.frames, self.markers = os.path.getsize(data), 0, 0, 0, 0
        with subprocess.Popen([perf, "script", "-D", "-i", data], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              errors="replace") as dump:
            for line in dump.stdout:
                self.take(line)

    def take(self, line):
        entry = ENTRY.match(line)
        if entry:
            self.markers += bool(entry[2])
            self.frames += not entry[2]
            return
        sample = SAMPLE.match(line)
        if sample:
            self.samples += 1
            self.bytes += int(sample[1], 16)

    def each(self, what):
        return what / (self.samples or 1)


HEAD = ("%-8s %8s  %-15s %-15s %-15s  %6s %9s" %
        ("", "", "file a sample", "frames a stack", "rest of sample", "file", "but for"))
HEAD_2 = ("%-8s %8s  %7s %7s %7s %7s %7s %7s  %6s %9s" %
          ("program", "samples", "fp", "unwound", "fp", "unwound", "fp", "unwound", "ratio", "frames"))


def row(name, fp, ours):
    """
    "rest" is what a sample has but for its frames, of 8 bytes each. The last number is the ratio as it would be with stacks of the same
    length in both files.
    """
    more = ours.each(ours.frames) - fp.each(fp.frames)
    ours_file, fp_file = ours.each(ours.file), fp.each(fp.file)
    return "%-8s %8d  %7.0f %7.0f %7.1f %7.1f %7.0f %7.0f  %6.2f %9.2f" % (
        name, ours.samples, fp_file, ours_file, fp.each(fp.frames), ours.each(ours.frames), fp.each(fp.bytes - 8 * fp.frames),
        ours.each(ours.bytes - 8 * ours.frames), ours_file / fp_file, (ours_file - 8 * more) / fp_file)
