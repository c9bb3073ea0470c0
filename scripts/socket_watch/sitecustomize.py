"""Watches every call of Python by which something could leave the machine, in every process of a job.

Python loads a module of this name by itself when its folder is on ``PYTHONPATH``. Each call goes as a line
into the file that ``SOCKET_WATCH`` names; sockets within the machine (AF_UNIX) are left out. At the end of
each process the sockets that libraries opened by themselves, if any are open still, are added (Linux).
"""

import atexit
import os
import sys
from pathlib import Path

_LOCAL = 1
"""AF_UNIX; the module socket is not loaded for it."""
_LEAVING = frozenset(
    (
        "socket.bind socket.connect socket.getaddrinfo socket.gethostbyaddr socket.gethostbyname "
        "socket.getnameinfo socket.sendmsg socket.sendto urllib.Request http.client.connect "
        "ftplib.connect smtplib.connect"
    ).split()
)


def _write(line: str) -> None:
    with Path(os.environ["SOCKET_WATCH"]).open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()} {line}\n")


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if event == "socket.__new__" and arguments[1] not in (_LOCAL, -1):
        _write(f"{event} family {arguments[1]}")
    elif event in _LEAVING and getattr(arguments[0], "family", None) != _LOCAL:
        _write(event)


def _look_at_open_sockets() -> None:
    known = {}
    for table in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        try:
            lines = Path(f"/proc/self/net/{table}").read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            return
        known |= {line.split()[9]: table for line in lines}
    for opened in Path("/proc/self/fd").iterdir():
        try:
            target = str(opened.readlink())
        except OSError:
            continue
        if target.startswith("socket:[") and target[8:-1] in known:
            _write(f"an open socket of the kind {known[target[8:-1]]}")


if "SOCKET_WATCH" in os.environ:
    sys.addaudithook(_watch)
    atexit.register(_look_at_open_sockets)
