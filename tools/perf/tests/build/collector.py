#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A collector that does what it is told: takes profiles, or answers something else, or nothing.

    collector.py FOLDER [PORT [CERTIFICATE KEY [CA]]]
                             serves on a port of 127.0.0.1, which it writes to FOLDER/port, until it is killed: over TLS with a certificate,
                             and with CA to those alone who have a certificate of that one

FOLDER/script has a line for each of the next requests, first one first; the last line is for all that follow:

    200                      take it
    200 partial N TEXT       take it, and say that N parts of it were not taken
    429 SECONDS              with Retry-After; so 503
    token WORD               take it if the header Authorization is "Bearer WORD", else 401
    400 TEXT                 with a google.rpc.Status that has TEXT
    silent                   read it, and close the connection without an answer
    rude                     close the connection before all of it was read
    wait FILE                take it, and answer when FILE is there
    long                     refuse it, with an answer of 10 MB
    endless                  take it, with an answer that does not end
    away CODE LOCATION       redirect

FOLDER/log gets a line for each request when its fate is known: the key by which it is known again, the path, what was done. What was taken is
FOLDER/taken-NUMBER, from 1 on, as it came (a form without what is around it, and nothing unpacked).
"""
import http.server
import os
import ssl
import sys
import time

from collector_script import next_line

FOLDER = sys.argv[1]


def field(number, data):
    """A field of bytes of a protocol buffer message (shorter than 128)."""
    return bytes([number << 3 | 2, len(data)]) + data


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_as(self, what):
        with open(FOLDER + "/log", "a", encoding="utf-8") as f:
            f.write(f"{self.headers['Idempotency-Key']} {self.path} {what}\n")

    def take(self, body):
        kind = self.headers["Content-Type"]
        if kind.startswith("multipart/form-data; boundary="):
            mark = ("--" + kind.split("=", 1)[1]).encode()
            before, part, after = body.split(mark)
            assert before == b"" and after == b"--\r\n", (before, after)
            head, body = part.split(b"\r\n\r\n", 1)
            assert b'name="profile"' in head and body.endswith(b"\r\n"), head
            body = body[:-2]
        else:
            assert (kind, self.headers["Content-Encoding"]) == ("application/x-protobuf", "gzip"), kind
        self.server.taken += 1
        with open(f"{FOLDER}/taken-{self.server.taken}", "wb") as f:
            f.write(body)
        self.log_as("taken")

    def do_POST(self):
        self.close_connection = True
        what = next_line(FOLDER)
        if what[0] == "rude":
            self.log_as("rude")
            return
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(FOLDER + "/headers", "w", encoding="utf-8") as f:
            f.write(str(self.headers))
        if what[0] == "silent":
            self.take(body)
        elif what[0] == "wait":
            self.take(body)
            while not os.path.exists(what[1]):
                time.sleep(0.02)
            self.answer(200)
        elif what[0] == "long":
            self.log_as("refused")
            self.answer(413, b"x" * 10_000_000)
        elif what[0] == "endless":
            self.take(body)
            self.send_response(200)
            self.end_headers()
            while True:
                self.wfile.write(b"x" * 1_000_000)
        elif what[0] == "away":
            self.log_as("refused")
            self.answer(int(what[1]), Location=what[2])
        elif what[0] == "200":
            self.take(body)
            said = field(1, bytes([8, int(what[2])]) + field(2, " ".join(what[3:]).encode())) if len(what) > 1 else b""
            self.answer(200, said, Content_Type="application/x-protobuf")
        elif what[0] == "token":
            if self.headers["Authorization"] == "Bearer " + what[1]:
                self.take(body)
                self.answer(200)
            else:
                self.log_as("401")
                self.answer(401)
        elif what[0] == "400":
            self.log_as("refused")
            self.answer(400, bytes([8, 3]) + field(2, " ".join(what[1:]).encode().decode("unicode_escape").encode()),
                        Content_Type="application/x-protobuf")
        else:
            self.log_as(what[0])
            self.answer(int(what[0]), **({"Retry_After": what[1]} if len(what) > 1 else {}))

    def log_message(self, *_):
        pass


class Server(http.server.HTTPServer):
    taken = 0

    def handle_error(self, *_):
        # Who was killed does not read an answer.
        pass


def main():
    server = Server(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Handler)
    if len(sys.argv) > 4:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(*sys.argv[3:5])
        if len(sys.argv) > 5:
            tls.verify_mode = ssl.CERT_REQUIRED
            tls.load_verify_locations(sys.argv[5])
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    with open(FOLDER + "/port.new", "w", encoding="ascii") as f:
        f.write(str(server.server_port))
    os.rename(FOLDER + "/port.new", FOLDER + "/port")
    server.serve_forever()


main()
