"""What the benchmarks share: commands under a time limit, heddle's result as data, entries for programs, tables."""

import json
import os
import resource
import signal
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GRACE = 10  # seconds to compile and to stop, beyond the limit


class Failure(Exception):
    """A program without the answer it must have; the message says what it was."""


def program(name, source, **macros):
    """A program to measure: a source file, relative to the repository, and macros to compile it with."""
    return {"name": name, "source": source, "macros": [f"{key}={value}" for key, value in macros.items()]}


def run_command(command, seconds):
    """What it printed, or None after the limit; the seconds it took, and those of the processor."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                               start_new_session=True)
    try:
        out, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        out = None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (None if out is None else out.decode(errors="replace"), time.perf_counter() - start,
            after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def check(heddle, entry, options, seconds):
    """`heddle check` of an entry: the result as JSON, with the seconds of the processor as `cpu`; None where heddle did
    not even stop by itself."""
    command = [heddle, "check", "--format=json", "--progress=never", *options, f"--max-seconds={seconds}",
               os.path.join(ROOT, entry["source"]), "--", *("-D" + macro for macro in entry["macros"])]
    out, _, cpu = run_command(command, seconds + GRACE)
    if out is None:
        return None
    try:
        return {**json.loads(out), "cpu": cpu}
    except ValueError:
        raise Failure(f"no JSON: {out[-300:]}") from None


def print_cells(cells, widths):
    print("  ".join(cell.ljust(width) if number == 0 else cell.rjust(width)
                    for number, (cell, width) in enumerate(zip(cells, widths))), flush=True)


def markdown(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1),
                      *("| " + " | ".join(row) + " |" for row in rows), ""])
