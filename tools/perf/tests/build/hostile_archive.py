# SPDX-License-Identifier: GPL-2.0-only
"""hostile_archive.py ELF ID OUTSIDE FOLDER: archives for `perf archive --unpack`, each with one thing that is not to be followed.

ELF has the build id ID. OUTSIDE is a folder that nothing may be written to. Each is FOLDER/NAME.tar.bz2, and has a good
entry behind the bad one, so that a test sees whether the rest arrives.
"""
import io
import os
import sys
import tarfile

elf_path, elf_id, outside, folder = sys.argv[1:5]
with open(elf_path, "rb") as f:
    elf = f.read()
OTHER = "ab" * 20


def add_file(tar, name, data):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    info.mode = 0o4755
    tar.addfile(info, io.BytesIO(data))


def add_special(tar, name, kind, target=""):
    info = tarfile.TarInfo(name)
    info.type = kind
    info.linkname = target
    tar.addfile(info)


def add_link(tar, name, target):
    add_special(tar, name, tarfile.SYMTYPE, target)


def add_entry(tar, hex_id, name, target=None):
    add_link(tar, f".build-id/{hex_id[:2]}/{hex_id[2:]}", target or f"../../{name}/{hex_id}")


def outside_name(tar):
    add_entry(tar, OTHER, "x")
    add_file(tar, f"{outside}/absolute", elf)


def dots(tar):
    add_file(tar, "../../../../../../../../.." + outside + "/dots", elf)


def link_out(tar):
    add_entry(tar, OTHER, "", f"../../../../../../../../..{outside}/{OTHER}")


def link_absolute(tar):
    add_entry(tar, OTHER, "", f"{outside}/{OTHER}")


def folder_link(tar):
    add_link(tar, "sbin", outside)
    add_entry(tar, OTHER, "sbin")


def inner_link(tar):
    add_link(tar, "sbin", "bin")
    add_file(tar, f"bin/x/{OTHER}/kallsyms", b"0 T _stext")
    add_entry(tar, OTHER, "sbin/x")


def written_through(tar):
    add_link(tar, "sbin", outside)
    add_file(tar, f"sbin/{OTHER}/elf", elf)
    add_entry(tar, OTHER, "sbin")


def file_link(tar):
    add_link(tar, f"bin/x/{OTHER}/elf", f"{outside}/canary")
    add_entry(tar, OTHER, "bin/x")


def hard_link(tar):
    add_file(tar, "data", elf)
    add_special(tar, f"bin/x/{OTHER}/kallsyms", tarfile.LNKTYPE, "data")
    add_entry(tar, OTHER, "bin/x")


def fifo(tar):
    add_special(tar, f"bin/x/{OTHER}/elf", tarfile.FIFOTYPE)
    add_entry(tar, OTHER, "bin/x")


def other_build(tar):
    add_file(tar, f"bin/x/{OTHER}/elf", elf)
    add_entry(tar, OTHER, "bin/x")


def no_id(tar):
    add_file(tar, "bin/x/zz00/elf", elf)
    add_entry(tar, "zz00", "bin/x")


def other_file(tar):
    add_file(tar, f"bin/x/{OTHER}/run-me", elf)
    add_entry(tar, OTHER, "bin/x")


def device(tar):
    """The null device: only root can make it."""
    info = tarfile.TarInfo(f"bin/x/{OTHER}/kallsyms")
    info.type, info.devmajor, info.devminor = tarfile.CHRTYPE, 1, 3
    tar.addfile(info)
    add_entry(tar, OTHER, "bin/x")


def socket_and_dots_in_link(tar):
    add_link(tar, f".build-id/{OTHER[:2]}/{OTHER[2:]}", f"../../bin/../bin/x/{OTHER}")
    add_file(tar, f"bin/x/{OTHER}/kallsyms", b"0 T _stext")


def hole(tar):
    """A file of 8 GB, of which nothing is there."""
    info = tarfile.TarInfo(f"bin/x/{OTHER}/kallsyms")
    info.pax_headers = {"GNU.sparse.major": "0", "GNU.sparse.minor": "1", "GNU.sparse.size": str(1 << 33),
                        "GNU.sparse.numblocks": "1", "GNU.sparse.map": f"{1 << 33},0"}
    tar.addfile(info)
    add_entry(tar, OTHER, "bin/x")


def bomb(tar):
    info = tarfile.TarInfo("bin/x/zeros")
    info.size = 66 << 20
    tar.addfile(info, Zeros())


class Zeros:
    def read(self, size):
        return bytes(size)


for make in (outside_name, dots, link_out, link_absolute, folder_link, inner_link, written_through, file_link, hard_link, fifo,
             other_build, no_id, other_file, socket_and_dots_in_link, hole, bomb,
             *([device] if os.geteuid() == 0 else [])):
    with tarfile.open(f"{folder}/{make.__name__}.tar.bz2", "w:bz2", compresslevel=1) as tar:
        make(tar)
        add_file(tar, f"bin/good/{elf_id}/elf", elf)
        add_entry(tar, elf_id, "bin/good")


def with_recording(name, add, add_symbols=lambda tar: None):
    symbols = io.BytesIO()
    with tarfile.open(fileobj=symbols, mode="w:bz2", compresslevel=1) as tar:
        add_symbols(tar)
        add_file(tar, f"bin/good/{elf_id}/elf", elf)
        add_entry(tar, elf_id, "bin/good")
    with tarfile.open(f"{folder}/{name}.tar.bz2", "w:bz2") as tar:
        add(tar)
        add_file(tar, "perf.symbols.tar.bz2", symbols.getvalue())


with_recording("recording_link", lambda tar: add_link(tar, "perf.data", f"{outside}/canary"))
with_recording("two_recordings", lambda tar: (add_file(tar, "perf.data", b"1"), add_file(tar, ".bashrc", b"2")))
with_recording("recording_folder", lambda tar: add_link(tar, "perf.data/data.0", f"{outside}/canary"))
with_recording("inner_bomb", lambda tar: add_file(tar, "perf.data", b"1"), bomb)
