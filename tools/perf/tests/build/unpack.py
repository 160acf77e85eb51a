# SPDX-License-Identifier: GPL-2.0-only
"""Unpacks compressed records with libzstd, without the code of the tool.

The zstd program is not enough: a recording that was cut off ends within a frame, and then the program leaves out
some of what it had unpacked already, now more and now less.
"""
import ctypes


class Unpacker:
    """One stream of zstd, which goes on from record to record."""

    class Buffer(ctypes.Structure):
        _fields_ = [("at", ctypes.c_void_p), ("size", ctypes.c_size_t), ("pos", ctypes.c_size_t)]

    def __init__(self):
        self.lib = ctypes.CDLL("libzstd.so.1")
        self.lib.ZSTD_createDStream.restype = ctypes.c_void_p
        self.lib.ZSTD_decompressStream.argtypes = [ctypes.c_void_p] * 3
        self.lib.ZSTD_decompressStream.restype = ctypes.c_size_t
        self.stream = self.lib.ZSTD_createDStream()
        self.room = ctypes.create_string_buffer(1 << 20)

    def unpack(self, data):
        source = ctypes.create_string_buffer(data, len(data))
        inside = self.Buffer(ctypes.addressof(source), len(data), 0)
        parts = []
        while True:
            outside = self.Buffer(ctypes.addressof(self.room), len(self.room), 0)
            result = self.lib.ZSTD_decompressStream(self.stream, ctypes.byref(outside), ctypes.byref(inside))
            if self.lib.ZSTD_isError(ctypes.c_size_t(result)):
                raise ValueError("a compressed record does not unpack")
            parts.append(ctypes.string_at(self.room, outside.pos))
            if inside.pos == inside.size and outside.pos < outside.size:
                return b"".join(parts)
