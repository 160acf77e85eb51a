#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A server of HTTP/2 whose answers are right, odd or harmful, byte by byte.

    http2_answers.py FOLDER      serves on a port of 127.0.0.1, which it writes to FOLDER/port, until it is killed

FOLDER/case names the answer of the next connection: one of the list below, or "mutant NUMBER", a right answer with damaged bytes.
"""
import base64
import os
import random
import socket
import sys

FOLDER = sys.argv[1]
DATA, HEADERS, RESET, SETTINGS, PUSH, PING, GOAWAY, CONTINUATION = 0, 1, 3, 4, 5, 6, 7, 9
END, END_HEADERS = 1, 4
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def frame(kind, flags, stream, payload, size=None):
    return (len(payload) if size is None else size).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def integer(n, bits=7):
    most = (1 << bits) - 1
    if n < most:
        return bytes([n])
    out, n = bytes([most]), n - most
    while n >= 128:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])


def header(name, value):
    return b"\0" + integer(len(name)) + name + integer(len(value)) + value


def begin(*more, flags=END_HEADERS):
    return frame(HEADERS, flags, 1, b"\x88" + header(b"content-type", b"application/grpc") + b"".join(more))


def status(value, *more):
    return frame(HEADERS, END_HEADERS | END, 1, header(b"grpc-status", value) + b"".join(more))


def body(message, size=None, packed=0):
    return frame(DATA, 0, 1, bytes([packed]) + (len(message) if size is None else size).to_bytes(4, "big") + message)


PARTIAL = b"\x0a\x07\x08\x02\x12\x03old"
RIGHT = begin() + body(PARTIAL) + status(b"0")


def with_details(details):
    return begin() + status(b"8", header(b"grpc-status-details-bin", base64.b64encode(details)))


CASES = {
    "right": RIGHT,
    "one_block": begin(header(b"grpc-status", b"3"), header(b"grpc-message", b"no%20such%1bthing"), flags=END_HEADERS | END),
    "no_status": begin() + frame(DATA, END, 1, b"\0\0\0\0\0"),
    "odd_status": begin() + status(b"-1"),
    "far_status": begin() + status(b"4711"),
    "long_message": begin() + status(b"13", header(b"grpc-message", b"%41" * 3000)),
    "cut_escapes": begin() + status(b"13", header(b"grpc-message", b"50% %4 %zz %")),
    "short_body": begin() + frame(DATA, 0, 1, b"\0\0") + status(b"0"),
    "lying_body": begin() + body(PARTIAL, 0xffffffff) + status(b"0"),
    "packed_body": begin() + body(PARTIAL, packed=1) + status(b"0"),
    "damaged_partial": begin() + body(b"\x0a\xff\xff\xff\xff\x0f\x08") + status(b"0"),
    "damaged_details": with_details(b"\x1a\x50\x0a\x20x/google.rpc.RetryInfo"),
    "endless_delay": begin() + status(b"14", header(b"grpc-status-details-bin", base64.b64encode(
        b"\x1a\x29\x0a\x1ax/y/google.rpc.RetryInfo!!" + b"\x12\x0b\x0a\x09\x08\xff\xff\xff\xff\xff\xff\xff\x7f"))),
    "two_pages": begin() + b"".join(frame(DATA, 0, 1, b"x" * 16000) for _ in range(100)) + status(b"3"),
    "page": frame(HEADERS, END_HEADERS, 1, b"\x8d" + header(b"content-type", b"text/html")) + frame(DATA, END, 1, b"<html>404"),
    "busy_page": frame(HEADERS, END_HEADERS, 1, b"\x08\x03503") + frame(DATA, END, 1, b"busy"),
    "reset": frame(RESET, 0, 1, (2).to_bytes(4, "big")),
    "status_then_reset": begin(header(b"grpc-status", b"12"), flags=END_HEADERS) + frame(RESET, 0, 1, (0).to_bytes(4, "big")),
    "goaway": frame(GOAWAY, 0, 0, (1).to_bytes(4, "big") + (11).to_bytes(4, "big") + b"calm"),
    "bad_table": frame(HEADERS, END_HEADERS, 1, b"\xff\xff\xff\x7f"),
    "bad_settings": frame(SETTINGS, 0, 0, b"12345"),
    "endless_frame": begin() + frame(DATA, 0, 1, b"x" * 100, size=0xffffff),
    "pushed": begin() + frame(PUSH, END_HEADERS, 1, (2).to_bytes(4, "big") + b"\x82\x84\x87\x41\x01x"),
    "flood": begin(flags=0) + b"".join(frame(CONTINUATION, 0, 1, header(b"x%d" % i, b"y" * 8000)) for i in range(400)),
    "http1": b"HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\nno",
    "noise": bytes(random.Random(1).randrange(256) for _ in range(3000)),
    "nothing": b"",
}


# After these the connection ends.
BREAKS = ("bad_table", "endless_frame", "flood", "goaway", "http1", "noise", "nothing", "pushed")


def answer_of(case):
    if not case.startswith("mutant "):
        return CASES[case]
    chance = random.Random(int(case.split(" ")[1]))
    out = bytearray(begin() + body(PARTIAL) + status(b"14", header(b"grpc-message", b"a%20b"), header(b"grpc-status-details-bin", b"CAg")))
    for _ in range(chance.randrange(1, 6)):
        out[chance.randrange(len(out))] = chance.randrange(256)
    return bytes(out)


def read_request(c):
    """Until its last frame of data; False: the client has gone."""
    got = b""
    while True:
        piece = c.recv(65536)
        if not piece:
            return False
        got += piece
        at = len(PREFACE)
        while len(got) >= at + 9:
            size = int.from_bytes(got[at:at + 3], "big")
            if got[at + 3] == DATA and got[at + 4] & END and len(got) >= at + 9 + size:
                return True
            at += 9 + size


def main():
    server = socket.create_server(("127.0.0.1", 0))
    with open(FOLDER + "/port.new", "w", encoding="ascii") as f:
        f.write(str(server.getsockname()[1]))
    os.rename(FOLDER + "/port.new", FOLDER + "/port")
    while True:
        c, _ = server.accept()
        with c:
            with open(FOLDER + "/case", encoding="ascii") as f:
                case = f.read().strip()
            try:
                # Room for any of our requests at once, so that none waits for more.
                c.sendall(frame(SETTINGS, 0, 0, b"\0\4\x7f\xff\xff\xff") + frame(8, 0, 0, (1 << 30).to_bytes(4, "big")) + frame(SETTINGS, 1, 0, b""))
                if read_request(c):
                    c.sendall(answer_of(case))
                    # Where the connection ends at once, libcurl may not look at what stands behind a body.
                    if case in BREAKS or case.startswith("mutant"):
                        c.shutdown(socket.SHUT_WR)
                    while c.recv(65536):
                        pass
            except OSError:
                pass


if __name__ == "__main__":
    main()
