# SPDX-License-Identifier: GPL-2.0-only
"""Programs of this machine in the booted kernel: real_programs.py records there with -g.

The guest has a file system of its own, in memory. What a program opens while it runs comes with it, at the paths that it has here, so
that the recordings can be read here afterwards.
"""
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# What prints the files and folders that a program needs besides itself, its libraries and what its task is made of.
NEEDS = {
    "python3": "$python3 -c 'import sysconfig; print(sysconfig.get_path(\"stdlib\"))'",
    "gcc": "for part in cc1 as; do command -v $($gcc -print-prog-name=$part); done; $gcc -O2 -M a.c | tr -d ':\\\\' | tr ' ' '\\n' | grep ^/",
    "nginx": "command -v curl; find /var/lib/nginx -maxdepth 0",
    "java": "home=$(dirname $(dirname $(readlink -f $javac))); echo $home; find $home -type l -exec readlink -m {} +",
    "openssl": "ls -d /etc/ssl/openssl.cnf /usr/lib/ssl/openssl.cnf",
}
# Parts of folders that only compilers, tests and people read.
UNUSED = ("__pycache__", "test", "idlelib", "jmods", "demo", "man", "src.zip")
# Counts the stacks, and records them three times. The words in front of it say of what, and how.
RECORD = """set -e
cd /
tar xf /root/files.tar
record() {	# call graph, period, file
	rm -rf "$work/$name"
	tar xf "$work/$name.tar" -C "$work"
	cd "$work/$name"
	perf record -q -N -m $ring -e $event -c "$2" --call-graph "$1" -o "/root/out/$name.$3.data" -- setarch -R sh ./task >/dev/null
}
record fp 1 count
nr=$(perf script -F comm -i "/root/out/$name.count.data" | grep -vcE '^ *(sh|setarch) *$' || true)
rm "/root/out/$name.count.data"
period=$(((nr + most - 1) / most))
[ $period -gt 0 ] || period=1
record fp $period fp
record "$chains" $period unwound
record dwarf,65528 $period dwarf
"""


def is_elf(path):
    with open(path, "rb") as f:
        return f.read(4) == b"\x7fELF"


def libraries(path):
    """The paths of the libraries that the program or library @path is linked to."""
    done = subprocess.run(["ldd", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, text=True)
    words = [line.split(" (0x")[0].split()[-1] for line in done.stdout.splitlines() if " (0x" in line]
    return [w for w in words if w.startswith("/")]


def place(path):
    """Where @path lies when no folder on the way is a link (/lib is one): in an archive a folder must not stand where a link is."""
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


class Archive:
    """A tar file of paths of this machine, each once, with the libraries of what is a program."""

    def __init__(self, name):
        self.tar = tarfile.open(name, "w")
        self.have = set()

    def add(self, path):
        path = place(path)
        if path in self.have or os.path.basename(path) in UNUSED:
            return
        self.have.add(path)
        if os.path.islink(path):
            self.tar.add(path, arcname=path)
            if os.path.exists(path):
                self.add(os.path.join(os.path.dirname(path), os.readlink(path)))
        elif os.path.isdir(path):
            self.tar.add(path, arcname=path, recursive=False)
            for name in sorted(os.listdir(path)):
                self.add(os.path.join(path, name))
        elif os.path.isfile(path):
            self.tar.add(path, arcname=path)
            if is_elf(path):
                for library in libraries(path):
                    self.add(library)

    def close(self):
        self.tar.close()


def needed(program):
    """The paths that the made-ready @program needs in the guest."""
    found = [program.path, "/usr/bin/setarch"] + program.text
    if program.name in NEEDS:
        done = subprocess.run(["sh", "-c", NEEDS[program.name]], cwd=program.dir, env=program.env, stdout=subprocess.PIPE, check=True, text=True)
        found += done.stdout.split()
    found += [os.path.join(program.dir, name) for name in os.listdir(program.dir)]
    return found


def record_in_guest(program, event, ring, most, chains, data):
    """Records @program in a guest of its own, into the files @data (by "fp", "unwound" and "dwarf"). False: it does not run there, and
    why has been printed."""
    work = os.path.dirname(program.dir)
    program.fresh()
    program.write_task()
    with tempfile.TemporaryDirectory(prefix="perf-guest.", dir="/var/tmp") as guest:
        ready = os.path.join(guest, program.name + ".tar")
        with tarfile.open(ready, "w") as tar:
            tar.add(program.dir, arcname=program.name)
        archive = Archive(os.path.join(guest, "files.tar"))
        for path in needed(program):
            if not place(path).startswith(program.dir):
                archive.add(path)
            elif os.path.isfile(path) and is_elf(path):
                for library in libraries(path):
                    archive.add(library)
        archive.tar.add(ready, arcname=os.path.join(work, program.name + ".tar"))
        archive.close()
        os.remove(ready)
        with open(os.path.join(guest, "run.sh"), "w", encoding="utf-8") as f:
            for name in ("TEXT", "LC_ALL", "PERF_CONFIG", program.tool):
                f.write(f"export {name}={shlex.quote(program.env[name])}\n")
            f.write(f"work={shlex.quote(work)} name={program.name} chains={shlex.quote(chains)} most={most} event={event} ring={ring}\n" + RECORD)
        done = subprocess.run([os.path.join(HERE, "../vm/boot.sh"), "-m", "4G", "-T", "1800", "-p", program.perf, guest],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True)
        if done.returncode == 77:
            print(done.stdout, end="")
            sys.exit(77)
        if done.returncode:
            last = [line for line in done.stdout.splitlines() if line.strip()][-8:]
            print("%-8s does not run in the guest:\n  %s" % (program.name, "\n  ".join(last)), flush=True)
            return False
        for kind in ("fp", "unwound", "dwarf"):
            os.replace(os.path.join(guest, "out", f"{program.name}.{kind}.data"), data[kind])
    return True
