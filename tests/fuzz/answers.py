"""What generated programs find out, in heddle and on the host: a program notes numbers, and both have to agree about them."""

import argparse
import os
import subprocess
import tempfile

from source import shrink

HEDDLE = os.environ.get("HEDDLE", os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../build/heddle"))
NATIVE_RUNS = 12

# N(x): a number that the program found; note(T, x): without `errno`. Natively all are printed at the end; in heddle they are compared with those.
NOTES = r"""
static long found[2][1000];
static int count[2];
#ifdef EXPECTED
static const long expected[2][1000] = {EXPECTED};
#endif
static void note_at(int thread, long value, int line)
{
    (void)line;
#if defined EXPECTED && !defined THREADS
    if (value != expected[thread][count[thread]]) {
        static char text[80];
        snprintf(text, sizeof text, "number %d (line %d) is %ld, of the host %ld", count[thread], line, value, expected[thread][count[thread]]);
        __assert_fail(text, __FILE__, __LINE__, __func__);
    }
#endif
    if (count[thread] < 1000)
        found[thread][count[thread]++] = value;
}
static void finish(void)
{
#ifndef EXPECTED
    for (int t = 0; t < 2; t++) {
        for (int k = 0; k < count[t]; k++)
            fprintf(stderr, "%ld ", found[t][k]);
        fputs("\n", stderr);
    }
    _exit(0);
#elif defined THREADS
    int same = 1;
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < count[t]; k++)
            same &= found[t][k] == expected[t][k];
    assert(!same);
#endif
}
static long text(const char *bytes, long size)
{
    unsigned long sum = 7;
    for (long k = 0; k < size; k++)
        sum = sum * 31 + (unsigned char)bytes[k];
    return (long)(sum % 1000003);
}
#define note(thread, value) note_at(thread, value, __LINE__)
#define N(x) (errno = 0, value = (long)(x), note(T, value), value < 0 ? note(T, errno) : (void)0)
#define T 0
"""


def native(binary, folder, jitter):
    """What one run on the host prints; None: it did not end."""
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        os.chmod(scratch, 0o777)
        unprivileged = {"user": 65534, "group": 65534} if os.geteuid() == 0 else {}
        try:
            done = subprocess.run(["taskset", "-c", "0", binary] if jitter % 2 else [binary], cwd=scratch, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=1, check=False, extra_groups=[] if unprivileged else None,
                                  **unprivileged)
        except subprocess.TimeoutExpired:
            return None
    return done.stderr if done.returncode == 0 else f"status {done.returncode}: {done.stderr[:100]}"


def heddle(source, options, definitions):
    command = [HEDDLE, "check", *options, "--max-seconds=60", "--witness=", source, "--", *definitions]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=os.path.dirname(source))
    return done.returncode, done.stdout + done.stderr


def table(text):
    rows = text.split("\n")[:2]
    return ",".join("{" + ",".join(row.split()) + "}" if row.split() else "{0}" for row in rows)


def why_not(program, threads, excuses, runs=NATIVE_RUNS):
    """None where both agree, an empty text where heddle says that it has no model; else what differs."""
    with tempfile.TemporaryDirectory(prefix="heddle-answers-") as folder:
        os.chmod(folder, 0o755)
        source = os.path.join(folder, "program.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(program.text(0))
        binary = os.path.join(folder, "native")
        built = subprocess.run(["gcc", "-O1", "-fno-builtin", "-w", source, "-o", binary, "-pthread", "-lm"], capture_output=True, text=True, check=False)
        if built.returncode:
            return f"gcc: {built.stderr[:500]}"
        outcomes = set()
        for k in range(runs if threads else 1):
            outcomes.add(native(binary, folder, k))
            if None in outcomes:
                break  # each time takes long
        if not threads:
            outcome = outcomes.pop()
            if outcome is None or outcome.startswith("status"):
                return f"host: {outcome}"
            status, output = heddle(source, [], [f"-DEXPECTED={table(outcome)}"])
            if status == 0:
                return None
            return "" if status == 3 and any(excuse in output for excuse in excuses) else output
        for outcome in outcomes:
            if outcome is None:  # hangs
                status, output = heddle(source, ["--property=deadlock"], [])
                name = "the host waits for ever"
            elif outcome.startswith("status"):
                return f"host: {outcome}"
            else:
                status, output = heddle(source, ["--property=assertion"], ["-DTHREADS", f"-DEXPECTED={table(outcome)}"])
                name = f"the host finds {outcome!r}"
            if status != 1:
                return f"{name}; heddle does not: {output}"
    return None


def run(name, documentation, generate, excuses):
    """The command of the generator: `generate(seed, threads)` writes a program, `excuses` are messages of what has no model."""
    parser = argparse.ArgumentParser(usage=documentation.split("\n", maxsplit=1)[0][7:], description=documentation.split("\n\n", 1)[1])
    parser.add_argument("--programs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", action="store_true", help="programs of two threads")
    parser.add_argument("--shrink", type=int, default=60, help="seconds for each failure")
    parser.add_argument("--keep", default="fuzz-failures")
    parser.add_argument("--only", type=int, help="one program, and its text")
    options = parser.parse_args()
    if options.only is not None:
        program = generate(options.only, options.threads)
        print(program.text(0))
        print(why_not(program, options.threads, excuses))
        return 0
    failed = excused = 0
    for seed in range(options.seed, options.seed + options.programs):
        program = generate(seed, options.threads)
        why = why_not(program, options.threads, excuses)
        excused += why == ""
        if not why:
            continue
        failed += 1
        kind = why.split()[:3]
        shrink(program, lambda candidate: (why_not(candidate, options.threads, excuses) or "").split()[:3] == kind, 1000, options.shrink)
        why = why_not(program, options.threads, excuses) or why + " (not again)"
        os.makedirs(options.keep, exist_ok=True)
        path = os.path.join(options.keep, f"{name}-{seed}.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"/* {why} */\n{program.text(0)}")
        where = " ".join(line.strip() for line in why.splitlines() if " main  " in line)
        print(f"seed {seed}: {why.splitlines()[0]} {where}\n    {path}", flush=True)
    print(f"{options.programs - failed - excused} passed, {excused} without a model, {failed} failed", flush=True)
    return 1 if failed or 2 * excused >= options.programs else 0
