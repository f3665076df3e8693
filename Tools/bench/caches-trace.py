"""Makes the traces of Tools/bench/caches, and replays them with libcachesim.

usage: caches-trace.py FOLDER PROGRAM

PROGRAM is memory-cache-bench, which replays the same traces. Needs libcachesim and numpy.
"""

import array
import subprocess
import sys
from pathlib import Path

import libcachesim
import numpy

OBJECTS = 100_000
REQUESTS = 2_000_000
SCAN = 100


def zipf_with_scans(seed):
    """Zipf 0.9 over OBJECTS; a fifth of the requests are runs of SCAN values that never come again."""
    random = numpy.random.default_rng(seed)
    weights = 1 / numpy.arange(1, OBJECTS + 1) ** 0.9
    names = random.permutation(OBJECTS)
    popular = names[random.choice(OBJECTS, REQUESTS, p=weights / weights.sum())]
    is_scan = numpy.repeat(random.random(REQUESTS // SCAN) < 0.2, SCAN)
    popular[is_scan] = OBJECTS + numpy.arange(is_scan.sum())
    return popular


def hit_ratio(cache, trace):
    """The part of requests that libcachesim finds, objects of size 1."""
    request = libcachesim.Request()
    request.obj_size = 1
    hits = 0
    for name in trace:
        request.obj_id = name
        hits += cache.get(request)
    return hits / len(trace)


def main():
    folder, program = sys.argv[1:]
    trace = zipf_with_scans(5).tolist()
    path = Path(folder, "zipf.trace")
    path.write_bytes(array.array("Q", trace).tobytes())
    print(f"hit ratio, Zipf 0.9 over {OBJECTS:,} values and 20% scans, {REQUESTS:,} requests, in percent:")
    for size in (OBJECTS // 100, OBJECTS // 10):
        theirs = [hit_ratio(make(cache_size=size), trace) for make in (libcachesim.S3FIFO, libcachesim.LRU)]
        ours = subprocess.run(
            [program, "trace", str(path), str(size)], check=True, capture_output=True, text=True
        ).stdout.split()
        print(
            f"  room for {size:,}: S3-FIFO {float(ours[0]) * 100:.2f}, libcachesim {theirs[0] * 100:.2f}; "
            f"LRU {float(ours[1]) * 100:.2f}, libcachesim {theirs[1] * 100:.2f}"
        )


main()
