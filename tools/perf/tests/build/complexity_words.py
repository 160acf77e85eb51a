# SPDX-License-Identifier: GPL-2.0-only
"""Cases of complexity.py: the user's own words."""
import os

from perfwrite import *

from complexity_case import *


# --- the user's own words -------------------------------------------------------------------------

@case(300, "config -l", "version", memory=100, daily=False)
def configuration(n, folder):
    with open(os.path.join(folder, "config"), "w") as out:
        for i in range(n):
            out.write(f"[section{i}]\n\tkey{i} = value\n")
        for i in range(n):
            out.write(f"[report]\n\tchildren = true\n")


def words_case(name, size, line):
    def make(n, folder):
        f = writer()
        base(f)
        for i in range(20):
            f.sample(f.main, ip=0x400000 + i, pid=100, tid=100, time=3 + i)
        save(f, folder)
    make.__name__ = "words_" + name
    case(size, line, daily=False)(make)


words_case("sort", 150, "report --stdio -s @sym,@sym")
words_case("fields", 200, "report --stdio -F @sym,@sym")
words_case("script_fields", 100, "script -F @ip,@ip")
words_case("comms", 200, "report --stdio --comms @prog,@prog")
words_case("tids", 200, "script --tid @1,@1")
words_case("cpus", 200, "script -C @1,@1")
words_case("events", 200, "record --dry-run -o {folder}/out -e @cycles,@cycles true")
words_case("groups", 100, "record --dry-run -o {folder}/out -e @{cycles},@{cycles} true")
words_case("one_group", 150, "record --dry-run -o {folder}/out -e {@cycles,@cycles} true")
