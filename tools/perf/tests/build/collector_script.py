# SPDX-License-Identifier: GPL-2.0-only
"""The script of a collector that a test plays: FOLDER/script has a line for each of the next requests, and the last one is for all others."""
import os


def next_line(folder):
    """The words of the line for this request."""
    path = folder + "/script"
    with open(path, encoding="utf-8") as f:
        lines = f.read().splitlines()
    if len(lines) > 1:
        with open(path + ".new", "w", encoding="utf-8") as f:
            f.write("\n".join(lines[1:]) + "\n")
        os.rename(path + ".new", path)
    return lines[0].split(" ")
