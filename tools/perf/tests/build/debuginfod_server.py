#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A debuginfod server for tests: GET /buildid/ID/debuginfo and .../executable, files of a directory.

Usage: debuginfod_server.py DIR

Prints its port, then appends each path that it is asked for to DIR/log. Below /slow/ it lets the client
wait until that gives up. Below /endless/ it sends and never stops, below /claims/ too, but first says that it
will send a terabyte; below /packed/ zeros, compressed, as many as in DIR/packed-bytes. When a client
gives up there, the bytes that were sent are appended to DIR/sent. It ends when its standard input does.
"""
import http.server
import os
import sys
import threading
import time
import zlib

directory = sys.argv[1]
over = threading.Event()


def zeros():
    """What a page of nothing is sent as: compressed some hundred times."""
    with open(os.path.join(directory, "packed-bytes"), encoding="utf-8") as f:
        left = int(f.read())
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    while left > 0:
        yield packer.compress(bytes(min(left, 1 << 20)))
        left -= 1 << 20
    yield packer.flush()


def endless():
    while True:
        yield bytes(1 << 16)


# A client looks at what has come once a second: faster servers would only keep CPUs and the disk busy until then.
PAUSE = 0.02


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.path.strip("/")
        with open(os.path.join(directory, "log"), "a", encoding="utf-8") as log:
            log.write(path + "\n")
        if path.startswith("slow/"):
            over.wait()
            return
        kind = path.split("/")[0]
        if kind in ("endless", "claims", "packed"):
            self.flood(kind)
            return
        try:
            with open(os.path.join(directory, path), "rb") as f:
                data = f.read()
        except OSError:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def flood(self, kind):
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        if kind == "claims":
            self.send_header("Content-Length", str(1 << 40))
        if kind == "packed":
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        sent = 0
        try:
            for piece in zeros() if kind == "packed" else endless():
                self.wfile.write(piece)
                sent += len(piece)
                time.sleep(PAUSE)
        except OSError:
            pass  # the client has gone
        self.close_connection = True
        with open(os.path.join(directory, "sent"), "a", encoding="utf-8") as log:
            log.write(f"{sent}\n")

    def log_message(self, format, *args):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True


def main():
    server = Server(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
    over.set()


if __name__ == "__main__":
    main()
