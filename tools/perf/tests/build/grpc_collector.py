#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A collector of OTLP over gRPC that does what it is told, by gRPC's own library, whose Python module Debian has as python3-grpcio.

    grpc_collector.py FOLDER [CERTIFICATE KEY]     serves on a port of 127.0.0.1, which it writes to FOLDER/port, until it is killed

FOLDER/script has a line for each of the next calls, first one first; the last line is for all that follow. CODE is a name of gRPC's:

    OK                       take it
    OK partial N TEXT        take it, and say that N parts of it were not taken
    CODE TEXT                refuse it
    CODE delay SECONDS TEXT  refuse it for so long (google.rpc.RetryInfo)
    wait FILE                take it, and answer when FILE is there

FOLDER/log gets a line for each call: the key by which it is known again, what was done. What was taken is FOLDER/taken-NUMBER, unpacked.
"""
import concurrent.futures
import os
import sys
import time

import grpc

from collector_script import next_line

FOLDER = sys.argv[1]
METHOD = "/opentelemetry.proto.collector.profiles.v1development.ProfilesService/Export"
taken = 0


def varint(n):
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + varint(n >> 7)


def number(field, n):
    return varint(field << 3) + varint(n)


def data(field, b):
    return varint(field << 3 | 2) + varint(len(b)) + b


def export(request, context):
    global taken
    what = next_line(FOLDER)
    metadata = dict(context.invocation_metadata())
    with open(FOLDER + "/metadata", "w", encoding="utf-8") as f:
        f.write("".join(f"{k}: {v}\n" for k, v in sorted(metadata.items())) + f"deadline: {context.time_remaining():.0f}\n")

    def log_as(done):
        with open(FOLDER + "/log", "a", encoding="utf-8") as f:
            f.write(f"{metadata['idempotency-key']} {done}\n")

    if what[0] in ("OK", "wait"):
        taken += 1
        with open(f"{FOLDER}/taken-{taken}", "wb") as f:
            f.write(request)
        log_as("taken")
        while what[0] == "wait" and not os.path.exists(what[1]):
            time.sleep(0.02)
        return data(1, number(1, int(what[2])) + data(2, " ".join(what[3:]).encode())) if len(what) > 2 else b""
    log_as(what[0])
    code = grpc.StatusCode[what[0]]
    text = " ".join(what[1:])
    if text.startswith("delay "):
        text = " ".join(what[3:])
        info = data(1, b"type.googleapis.com/google.rpc.RetryInfo") + data(2, data(1, number(1, int(what[2]))))
        status = number(1, code.value[0]) + data(2, text.encode()) + data(3, data(1, b"x/google.rpc.Help") + data(2, b"\1")) + data(3, info)
        context.set_trailing_metadata((("grpc-status-details-bin", status),))
    context.abort(code, text.encode().decode("unicode_escape"))


def main():
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(1))
    call = grpc.unary_unary_rpc_method_handler(export)
    service, method = METHOD[1:].split("/")
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {method: call}),))
    if len(sys.argv) > 2:
        with open(sys.argv[2], "rb") as cert, open(sys.argv[3], "rb") as key:
            port = server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials([(key.read(), cert.read())]))
    else:
        port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with open(FOLDER + "/port.new", "w", encoding="ascii") as f:
        f.write(str(port))
    os.rename(FOLDER + "/port.new", FOLDER + "/port")
    server.wait_for_termination()


main()
