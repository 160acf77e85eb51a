#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""An HTTP proxy that only passes connections on (CONNECT).

    connect_proxy.py FOLDER     serves on a port of 127.0.0.1, which it writes to FOLDER/port, until it is killed

FOLDER/log gets the first line of each request.
"""
import os
import select
import socket
import socketserver
import sys

FOLDER = sys.argv[1]


class Handler(socketserver.StreamRequestHandler):
    rbufsize = 0		# what follows the request is not ours

    def handle(self):
        line = self.rfile.readline().decode()
        with open(FOLDER + "/log", "a", encoding="utf-8") as f:
            f.write(line)
        while self.rfile.readline().strip():
            pass
        method, place, _ = line.split()
        if method != "CONNECT":
            self.wfile.write(b"HTTP/1.1 405 Only CONNECT\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        host, port = place.rsplit(":", 1)
        with socket.create_connection((host, int(port))) as other:
            self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
            ends = {self.connection: other, other: self.connection}
            while True:
                for end in select.select(list(ends), [], [])[0]:
                    data = end.recv(65536)
                    if not data:
                        return
                    ends[end].sendall(data)


server = socketserver.TCPServer(("127.0.0.1", 0), Handler)
with open(FOLDER + "/port.new", "w", encoding="ascii") as f:
    f.write(str(server.server_address[1]))
os.rename(FOLDER + "/port.new", FOLDER + "/port")
server.serve_forever()
