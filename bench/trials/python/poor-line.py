"""Joins two network namespaces by a line that loses and delays packets. Netem does the same where the kernel has it.

usage: poor-line.py NAMESPACE NAMESPACE LOSS_PERCENT DELAY_MS JITTER_MS SEED
Each namespace gets the interface `line`. Prints `ready`, and runs until it is killed.
"""

import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import sys
import time

NEW_NETWORK = 0x40000000
SET_INTERFACE = 0x400454CA
TUN_WITHOUT_HEADER = 0x0001 | 0x1000
LONGEST_PACKET = 2048
MOST_WAITING = 1000


def open_end(namespace):
    """Returns the descriptor of a new interface in a namespace."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(f"/run/netns/{namespace}", "rb") as entered:
        if libc.setns(entered.fileno(), NEW_NETWORK) != 0:
            raise OSError(ctypes.get_errno(), f"cannot enter {namespace}")
    end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(end, SET_INTERFACE, struct.pack("16sH22x", b"line", TUN_WITHOUT_HEADER))
    return end


def main():
    first, second = open_end(sys.argv[1]), open_end(sys.argv[2])
    loss, delay, jitter = (float(text) for text in sys.argv[3:6])
    chance = random.Random(int(sys.argv[6]))
    waiting = []
    received = 0
    print("ready", flush=True)
    while True:
        pause = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        for end in select.select([first, second], [], [], pause)[0]:
            packet = os.read(end, LONGEST_PACKET)
            received += 1
            if chance.random() * 100 < loss or len(waiting) >= MOST_WAITING:
                continue
            due = time.monotonic() + (delay + chance.uniform(-jitter, jitter)) / 1000
            heapq.heappush(waiting, (due, received, second if end == first else first, packet))
        while waiting and waiting[0][0] <= time.monotonic():
            _, _, end, packet = heapq.heappop(waiting)
            try:
                os.write(end, packet)
            except OSError:
                pass  # The interface is not up yet.


main()
