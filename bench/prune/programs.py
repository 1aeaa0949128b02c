"""What bench/prune measures: the programs of AGSE table 2, written anew (prune/programs), and families that grow.

A row's name is the paper's (agse_table2.csv). Sizes that the paper does not give are such that the executions of its
baseline or its DPOR come out near, or else that DPOR has something to do. Where threads wait in loops, as in Dekker's,
Peterson's and Szymanski's algorithms, that comparison says nothing: the paper's tool goes round, heddle does not. Each thread
is inside once there; more often in the families.
"""

from measure import program

SAFE, VIOLATION = "safe", "violation"


def own(name, file, verdict, **macros):
    return {**program(name, f"bench/prune/programs/{file}.c", **macros), "verdict": verdict, "all": True}


# The rows of the table, in the paper's order.
PROGRAMS = [
    own("fibbenchfalse1", "fibbench", VIOLATION, ROUNDS=2),
    own("fibbenchfalse2", "fibbench", VIOLATION, ROUNDS=3),
    own("fibbenchfalse3", "fibbench", VIOLATION, ROUNDS=4),
    own("indexertrue", "indexer", SAFE, MESSAGES=4),
    own("lazy01false", "lazy01", VIOLATION),
    own("reorder2false1a", "reorder2", VIOLATION, SETTERS=1, CHECKERS=1),
    own("reorder2false1b", "reorder2", VIOLATION, SETTERS=1, CHECKERS=2),
    own("reorder2false1c", "reorder2", VIOLATION, SETTERS=1, CHECKERS=3),
    own("reorder2false2a", "reorder2", VIOLATION, SETTERS=1, CHECKERS=1, REREAD=1),
    own("reorder2false2b", "reorder2", VIOLATION, SETTERS=1, CHECKERS=2, REREAD=1),
    own("sigmafalse1", "sigma", VIOLATION, THREADS=2),
    own("sigmafalse2", "sigma", VIOLATION, THREADS=3),
    own("sigmafalse3", "sigma", VIOLATION, THREADS=4),
    own("singletonfalse", "singleton", VIOLATION),
    own("stackfalse", "stack", VIOLATION, ITEMS=5),
    own("stateful01true", "stateful01", SAFE),
    own("twostage3false", "twostage", VIOLATION, WRITERS=2, READERS=1),
    own("dekkertrue", "dekker", SAFE, ROUNDS=1),
    own("petersontrue1", "peterson", SAFE, ROUNDS=1),
    own("petersontrue2", "peterson", SAFE, ROUNDS=2),
    own("readwritelktrue1", "readwritelock", SAFE, WRITERS=1, READERS=1, ROUNDS=1),
    own("readwritelktrue2", "readwritelock", SAFE, WRITERS=2, READERS=2, ROUNDS=2),
    own("timevarmutextrue", "timevarmutex", SAFE),
    own("szymanskitrue", "szymanski", SAFE, ROUNDS=1),
    own("unveriftrue", "unverif", SAFE, ROUNDS=6),
    own("bluetoothbad", "bluetooth", VIOLATION, REQUESTS=8),
    own("art-example", "art", SAFE, WORK=2),
    own("fsbenchbad", "fsbench", VIOLATION, THREADS=8),
    own("tickettrue", "ticket", SAFE, ROUNDS=3),
    own("accountbad", "account", VIOLATION),
    own("circularbufbad1", "circularbuffer", VIOLATION, ITEMS=2),
    own("circularbufbad2", "circularbuffer", VIOLATION, ITEMS=3),
    own("readreadwrite", "readreadwrite", SAFE),
    own("queuefalse", "queue", VIOLATION, ITEMS=5),
    # The lock-free structures of nbds. Of slU ("sl", updates) and hashw (writers) the paper gives only the names: taken
    # to be a skip list and a hash table, 1 and 2 two programs, a to c the number of keys.
    own("nbds-slU1a", "skip_list", SAFE, INSERT=1, KEYS=2),
    own("nbds-slU1b", "skip_list", SAFE, INSERT=1, KEYS=3),
    own("nbds-slU1c", "skip_list", SAFE, INSERT=1, KEYS=4),
    own("nbds-slU2a", "skip_list", SAFE, ERASE=1, KEYS=2),
    own("nbds-slU2b", "skip_list", SAFE, ERASE=1, KEYS=3),
    own("nbds-slU2c", "skip_list", SAFE, ERASE=1, KEYS=4),
    own("nbds-skiplist", "skip_list", SAFE, LOCAL=1, THREADS=3, KEYS=2),
    own("nbds-hashw1a", "hash_table", SAFE, PUT=1, KEYS=3),
    own("nbds-hashw1b", "hash_table", SAFE, PUT=1, KEYS=4),
    own("nbds-hashw1c", "hash_table", SAFE, PUT=1, KEYS=5),
    own("nbds-hashw2a", "hash_table", SAFE, REMOVE=1, KEYS=2),
    own("nbds-hashw2b", "hash_table", SAFE, REMOVE=1, KEYS=3),
    own("nbds-hashw2c", "hash_table", SAFE, REMOVE=1, KEYS=4),
    own("nbds-hash", "hash_table", SAFE, REMOVE=1, GROW=1, KEYS=3),
    own("nbds-list", "list", SAFE, THREADS=3, KEYS=2),
    own("nedmalloc", "allocator", SAFE, THREADS=4, ROUNDS=2),
]


def counters(verdict, rounds, offset):
    return {**program("", "tests/papers/counters.c", ROUNDS=rounds, BOUND_OFFSET=offset), "verdict": verdict, "all": False}


# The panels of growth: title, what is on the axis, and the program of each size, until one takes too long. Violated ones
# go on after the first violation, as the paper's do, but for `counters`, where the time until there is one matters.
FAMILIES = [
    ("reorder2 (AGSE figure 9)", "threads",
     {n: own("", "reorder2", VIOLATION, SETTERS=1, CHECKERS=n - 1) for n in range(2, 11)}),
    ("counters", "rounds", {n: counters(SAFE, n, 0) for n in range(1, 21)}),
    ("counters, bound one lower", "rounds", {n: counters(VIOLATION, n, -1) for n in range(1, 21)}),
    ("pairs (AGSE figure 3)", "pairs", {n: own("", "pairs", SAFE, N=n) for n in range(1, 31)}),
    ("ring of maxima, 3 threads", "rounds", {n: own("", "ring", SAFE, THREADS=3, N=n) for n in range(1, 13)}),
    ("ring of maxima, 1 round", "threads", {n: own("", "ring", SAFE, THREADS=n, N=1) for n in range(2, 13)}),
    ("monotone clock", "ticks, looks", {n: own("", "clock", SAFE, N=n) for n in range(1, 21)}),
    ("monotone clock, 3 readers", "ticks, looks", {n: own("", "clock", SAFE, READERS=3, N=n) for n in range(1, 9)}),
    ("Peterson", "rounds", {n: own("", "peterson", SAFE, ROUNDS=n) for n in range(1, 9)}),
    ("Szymanski", "rounds", {n: own("", "szymanski", SAFE, ROUNDS=n) for n in range(1, 7)}),
    ("ticket lock", "rounds", {n: own("", "ticket", SAFE, ROUNDS=n) for n in range(1, 13)}),
    ("history (does not help)", "digits of each", {n: own("", "history", SAFE, N=n) for n in range(1, 11)}),
]
