"""The functions of umockdev's library that a bed uses, through ctypes: its own Python way needs the system's Python.

An ioctl reaches a handler with the caller's memory as a local copy; what lies behind its pointers is fetched by
`resolved`, read by `get` and changed by `put`.
"""

import ctypes
import errno
from ctypes import POINTER, c_char_p, c_int, c_long, c_size_t, c_ubyte, c_ulong, c_void_p
from typing import Any


class _Data(ctypes.Structure):
    """UMockdevIoctlData: behind the GObject its local copy of the caller's memory, and where that lies."""

    _fields_ = (
        ("g_type_instance", c_void_p), ("ref_count", c_int), ("qdata", c_void_p),
        ("data", POINTER(c_ubyte)), ("data_len", c_int), ("client_addr", c_ulong),
    )  # fmt: skip


DataPtr = POINTER(_Data)
HANDLER = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p)


class Library:
    """The functions used, with their types."""

    def __init__(self) -> None:
        bed, gobject = ctypes.CDLL("libumockdev.so.0"), ctypes.CDLL("libgobject-2.0.so.0")
        self.new = self._typed(bed.umockdev_testbed_new, c_void_p)
        self.root = self._typed(bed.umockdev_testbed_get_root_dir, c_char_p, c_void_p)
        self.add = self._typed(bed.umockdev_testbed_add_from_string, c_int, c_void_p, c_char_p, c_void_p)
        self.remove = self._typed(bed.umockdev_testbed_remove_device, None, c_void_p, c_char_p)
        self.uevent = self._typed(bed.umockdev_testbed_uevent, None, c_void_p, c_char_p, c_char_p)
        self.attach = self._typed(bed.umockdev_testbed_attach_ioctl, c_int, c_void_p, c_char_p, c_void_p, c_void_p)
        self.detach = self._typed(bed.umockdev_testbed_detach_ioctl, c_int, c_void_p, c_char_p, c_void_p)
        self.handler = self._typed(bed.umockdev_ioctl_base_new, c_void_p)
        self.request = self._typed(bed.umockdev_ioctl_client_get_request, c_ulong, c_void_p)
        self.argument = self._typed(bed.umockdev_ioctl_client_get_arg, DataPtr, c_void_p)
        self.complete = self._typed(bed.umockdev_ioctl_client_complete, None, c_void_p, c_long, c_int)
        self.resolve = self._typed(bed.umockdev_ioctl_data_resolve, DataPtr, DataPtr, c_size_t, c_size_t, c_void_p)
        self.set_ptr = self._typed(bed.umockdev_ioctl_data_set_ptr, c_int, DataPtr, c_size_t, DataPtr)
        self.connect = self._typed(
            gobject.g_signal_connect_data, c_ulong, c_void_p, c_char_p, HANDLER, c_void_p, c_void_p, c_int
        )
        self.ref = self._typed(gobject.g_object_ref, c_void_p, c_void_p)
        self.unref = self._typed(gobject.g_object_unref, None, c_void_p)

    @staticmethod
    def _typed(function: Any, result: Any, *arguments: Any) -> Any:
        function.restype, function.argtypes = result, arguments
        return function


def resolved(library: Library, data: Any, offset: int, length: int) -> Any:
    """The memory that a pointer at `offset` points to. Raises OSError."""
    found = library.resolve(data, offset, length, None)
    if not found:
        raise OSError(errno.EFAULT, "not readable")
    return found


def get(data: Any) -> bytes:
    """The bytes of a piece of memory."""
    return ctypes.string_at(data.contents.data, data.contents.data_len)


def put(data: Any, offset: int, value: bytes) -> None:
    """Put bytes into a piece of memory. Raises OSError where they do not fit."""
    if offset + len(value) > data.contents.data_len:
        raise OSError(errno.EOVERFLOW, "more than was asked for")
    ctypes.memmove(ctypes.addressof(data.contents.data.contents) + offset, value, len(value))
