#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Takes what the commands of perf-fleet(1) send, in the place of Pyroscope, Parca and a collector of OpenTelemetry.

    receiver.py PERF PERF-FLEET.TXT FOLDER      runs the commands of that page in FOLDER, which has a perf.data, and writes there what
                                                arrived: pyroscope.pb, parca.pb, collector.pb
"""
import gzip
import http.server
import os
import re
import subprocess
import sys
import threading
import urllib.parse


class Refused(Exception):
    pass


def need(what, condition):
    if not condition:
        raise Refused(what)


def pyroscope(query, kind, body):
    """POST /ingest: application name with labels in braces, seconds since 1970, the profile as the body."""
    need(f"the parameters are {sorted(query)}", sorted(query) == ["format", "from", "name", "until"])
    need("each is there once", all(len(v) == 1 for v in query.values()))
    need(f"format {query['format']}", query["format"] == ["pprof"])
    # The server appends the kind of profile: a name that ends in ".cpu" would be another service.
    need(f"name {query['name']}", re.fullmatch(r"[a-z]+\{(\w+=[\w.-]+,?)+\}", query["name"][0]))
    start, end = int(query["from"][0]), int(query["until"][0])
    need("from is before until, both in seconds", 1_000_000_000 < start < end < 10_000_000_000)
    return gzip.decompress(body)


def collector(query, kind, body):
    """POST /v1development/profiles: an ExportProfilesServiceRequest."""
    need(f"type {kind}", kind == "application/x-protobuf" and not query)
    return body


PATHS = {"/ingest": ("pyroscope", pyroscope), "/v1development/profiles": ("collector", collector)}


# parca-push speaks gRPC, which nothing on Debian answers: what stands in for it takes the options of its README, as that has them.
PARCA_PUSH = """#!/usr/bin/env python3
import argparse, gzip, re
a = argparse.ArgumentParser(allow_abbrev=False)
a.add_argument("--remote-store-address", required=True)
a.add_argument("--remote-store-insecure", action="store_true")
a.add_argument("--labels", action="append", required=True)
a.add_argument("path")
o = a.parse_args()
labels = dict(label.split("=", 1) for given in o.labels for label in given.split(";"))
assert labels["__name__"] and all(re.fullmatch(r"[a-zA-Z_]\\w*", k) for k in labels), labels
assert re.fullmatch(r"SERVER:[0-9]+", o.remote_store_address), o.remote_store_address
open("parca.pb", "wb").write(gzip.open(o.path).read())
"""


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        url = urllib.parse.urlsplit(self.path)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            need(f"nobody is at {url.path}", url.path in PATHS)
            name, take = PATHS[url.path]
            profile = take(urllib.parse.parse_qs(url.query), self.headers["Content-Type"], body)
            with open(f"{self.server.folder}/{name}.pb", "wb") as f:
                f.write(profile)
            self.send_response(200)
        except (Refused, ValueError, KeyError, OSError) as e:
            self.server.refused.append(f"{self.path}: {e}")
            self.send_response(400)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def commands(page):
    """The commands of the section, in the order of the page."""
    with open(page, encoding="utf-8") as f:
        section = re.search(r"\n== PYROSCOPE.*?\n(?=== )", f.read(), re.S).group(0)
    for block in re.findall(r"\n----\n(.*?)\n----\n", section, re.S):
        yield re.sub(r"(?m)^\$ ", "", block)


def main():
    perf, page, folder = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.folder, server.refused = folder, []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.makedirs(folder + "/bin", exist_ok=True)
    if not os.path.exists(folder + "/bin/perf"):
        os.symlink(perf, folder + "/bin/perf")
    with open(folder + "/bin/parca-push", "w", encoding="ascii") as f:
        f.write(PARCA_PUSH)
    os.chmod(folder + "/bin/parca-push", 0o755)
    env = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "no_proxy": "127.0.0.1"}
    bad = 0
    for text in commands(page):
        text = re.sub(r"http://SERVER:\d+", f"http://127.0.0.1:{server.server_port}", text)
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=folder, env=env, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, check=False)
        if done.returncode:
            print(f"status {done.returncode} of: {text}\n{done.stderr.decode(errors='replace')}")
            bad = 1
    server.shutdown()
    for what in server.refused:
        print("refused:", what)
    return bad or bool(server.refused)


sys.exit(main())
