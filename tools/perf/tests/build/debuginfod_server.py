#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A debuginfod server for tests: GET /buildid/ID/debuginfo and .../executable, files of a directory.

Usage: debuginfod_server.py DIR

Prints its port, then appends each path that it is asked for to DIR/log. Below /slow/ it lets the client
wait until that gives up. It ends when its standard input does.
"""
import http.server
import os
import sys
import threading

directory = sys.argv[1]
over = threading.Event()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.path.strip("/")
        with open(os.path.join(directory, "log"), "a", encoding="utf-8") as log:
            log.write(path + "\n")
        if path.startswith("slow/"):
            over.wait()
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
