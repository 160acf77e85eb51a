#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Which code the inputs of the libFuzzer targets reach; `make fuzz-coverage` builds them and calls it.

    coverage.py --check-tools
    coverage.py BUILD-DIR
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PERF = os.path.dirname(os.path.dirname(HERE))


def tool(name, major):
    """The one of clang's own version, since others may not read its profiles."""
    for path in (f"{name}-{major}", f"/usr/lib/llvm-{major}/bin/{name}"):
        if shutil.which(path):
            return path
    sys.exit(f"fuzz-coverage: no '{name}' of clang's version, {major}: install the package llvm-{major} (or llvm)")


def find_tools():
    if not shutil.which("clang"):
        sys.exit("fuzz-coverage: no 'clang': install the packages clang and libclang-rt-dev (or libclang-rt-14-dev)")
    major = subprocess.run(["clang", "-dumpversion"], check=True, capture_output=True, text=True).stdout.split(".")[0]
    with tempfile.TemporaryDirectory() as d:
        probe = subprocess.run(["clang", "-fsanitize=fuzzer", "-fprofile-instr-generate", "-x", "c", "-", "-o", f"{d}/a"],
                               input="int LLVMFuzzerTestOneInput(void) { return 0; }", capture_output=True, text=True,
                               check=False)
    if probe.returncode:
        sys.exit(f"fuzz-coverage: clang has no libFuzzer: install the package libclang-rt-{major}-dev (or libclang-rt-dev)")
    return tool("llvm-profdata", major), tool("llvm-cov", major)


def make_seeds(build, out):
    subprocess.run([f"{HERE}/seeds.py", out], check=True)
    os.makedirs(f"{out}/recordings")
    quiet = dict(os.environ, LLVM_PROFILE_FILE="/dev/null")
    for i, scenario in enumerate(sorted(glob.glob(f"{HERE}/../scenario*/*.txt"))):
        for form in "file", "pipe":
            subprocess.run([f"{build}/perf", "defer", "generate", "--format", form, "-o", f"{out}/recordings/{i}-{form}",
                            scenario], env=quiet, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def replay(build, seeds, profiles):
    failed = False
    for target in sorted(p for p in glob.glob(f"{build}/fuzz-*") if os.access(p, os.X_OK)):
        name = os.path.basename(target)
        own = f"{seeds}/{name[len('fuzz-'):]}"
        run = subprocess.run([target, "-runs=0", own if os.path.isdir(own) else f"{seeds}/recordings",
                              *glob.glob(f"{HERE}/corpus*")], capture_output=True, text=True, errors="replace", check=False,
                             cwd=profiles, env=dict(os.environ, LLVM_PROFILE_FILE=f"{profiles}/{name}.profraw"))
        if run.returncode:
            failed = True
            print(f"{name} failed:\n" + "\n".join(run.stderr.splitlines()[-10:]), file=sys.stderr)
    return failed


def line(name, counts):
    print(f"{name:44} " + " ".join(f"{n:7}/{of:<7} {100 * n / of if of else 100:5.1f}%" for n, of in counts))


def report(cov, build, profile):
    data = json.loads(subprocess.run([cov, "export", "-summary-only", f"-instr-profile={profile}", f"{build}/fuzz-reader"],
                                     check=True, capture_output=True, text=True).stdout)["data"][0]
    files, folders = {}, {}
    for f in data["files"]:
        name = os.path.relpath(os.path.join(PERF, f["filename"]), PERF)
        if name.startswith("tests/"):
            continue
        files[name] = [(f["summary"][k]["covered"], f["summary"][k]["count"]) for k in ("lines", "functions")]
        sums = folders.setdefault(os.path.dirname(name), [(0, 0), (0, 0)])
        folders[os.path.dirname(name)] = [(a + c, b + d) for (a, b), (c, d) in zip(sums, files[name])]
    print(f"{'':44} {'lines reached':>22} {'functions reached':>22}")
    for table in folders, files:
        for name in sorted(table):
            line(name, table[name])
        print()


def main():
    profdata, cov = find_tools()
    if sys.argv[1:] == ["--check-tools"]:
        return
    build = os.path.abspath(sys.argv[1])
    profile = f"{build}/fuzz.profdata"
    with tempfile.TemporaryDirectory() as d:
        make_seeds(build, f"{d}/seeds")
        os.mkdir(f"{d}/profiles")
        failed = replay(build, f"{d}/seeds", f"{d}/profiles")
        subprocess.run([profdata, "merge", "-o", profile, *glob.glob(f"{d}/profiles/*.profraw")], check=True)
    report(cov, build, profile)
    sys.exit(failed)


if __name__ == "__main__":
    main()
