"""What bench/por measures: programs of tests/, where their numbers of executions are explained and tested."""

from measure import program

COUNTS = "tests/programs/counts/"
COUNTERS = "tests/papers/counters.c"
INDEXER = "tests/papers/aga_figure1.c"


def count(name, file, **macros):
    return program(name, f"{COUNTS}{file}.c", **macros)


# The rows of the table.
PROGRAMS = [
    program("counters, 2 rounds", COUNTERS, ROUNDS=2),
    program("counters, 3 rounds", COUNTERS, ROUNDS=3),
    program("counters, 5 rounds", COUNTERS, ROUNDS=5),
    count("writers, 4", "writers", N=4),
    count("writers, 8", "writers", N=8),
    count("readers, 5", "readers", N=5),
    count("readers, 14", "readers", N=14),
    program("indexer, 12 threads", INDEXER, THREADS=12),
    program("indexer, 15 threads", INDEXER, THREADS=15),
    count("last zero, 4", "last_zero", N=4),
    count("last zero, 10", "last_zero", N=10),
    count("increments, 2 x 8", "increments", N=8, USED=1),
    count("same, results unused", "increments", N=8, USED=0),
    count("locks, 3 x 2", "locks", THREADS=3, ROUNDS=2),
    count("locks, 3 x 4", "locks", THREADS=3, ROUNDS=4),
    count("philosophers, 4", "philosophers", N=4),
    count("philosophers, 12", "philosophers", N=12),
    count("semaphores, 3 items", "semaphore", ITEMS=3, PLACES=2),
    count("semaphores, 10 items", "semaphore", ITEMS=10, PLACES=2),
    count("condition, 3 items", "condition", ITEMS=3),
    count("condition, 7 items", "condition", ITEMS=7),
    count("barrier, 3 threads", "barrier", THREADS=3),
    count("barrier, 6 threads", "barrier", THREADS=6),
    count("rwlock, 3 readers", "rwlock", READERS=3),
    count("rwlock, 5 readers", "rwlock", READERS=5),
    count("branches, 3 inputs", "branches", N=3),
    count("branches, 5 inputs", "branches", N=5),
    count("Treiber, 2 push, 1 pops", "treiber", PUSHERS=2, POPPERS=1),
    count("Treiber, 3 push, 2 pop", "treiber", PUSHERS=3, POPPERS=2),
    count("Michael-Scott, 1 and 2", "michael_scott", PUTTERS=1, TAKERS=2),
    count("Michael-Scott, 3 and 2", "michael_scott", PUTTERS=3, TAKERS=2),
    count("Peterson", "peterson"),
    count("Dekker", "dekker"),
    count("Szymanski", "szymanski"),
    count("bakery", "bakery"),
]

# The panels of the plot: title, what is on the axis, and the program of each size, until one takes too long.
FAMILIES = [
    ("counters", "rounds", {n: program("", COUNTERS, ROUNDS=n) for n in range(1, 7)}),
    ("one writer, N readers", "readers", {n: count("", "readers", N=n) for n in range(1, 17)}),
    ("indexer", "threads", {n: program("", INDEXER, THREADS=n) for n in range(11, 17)}),
    ("last zero", "writers", {n: count("", "last_zero", N=n) for n in range(1, 16)}),
    ("philosophers", "philosophers", {n: count("", "philosophers", N=n) for n in range(2, 17)}),
    ("Treiber's stack, pushes", "threads", {n: count("", "treiber_push", N=n) for n in range(1, 6)}),
]

# Where the speed of exploration is compared: with more executions than there is time for. None with loops that may wait:
# when heddle learns of one it starts anew, and the events before that are not counted, but their time is.
RATES = [
    program("counters", COUNTERS, ROUNDS=6),
    count("writers", "writers", N=10),
    count("readers", "readers", N=18),
    program("indexer", INDEXER, THREADS=16),
    count("last zero", "last_zero", N=16),
    count("increments", "increments", N=12, USED=1),
    count("locks", "locks", THREADS=4, ROUNDS=4),
    count("philosophers", "philosophers", N=18),
    count("semaphores", "semaphore", ITEMS=14, PLACES=2),
    count("condition", "condition", ITEMS=12),
    count("barrier", "barrier", THREADS=8),
    count("rwlock", "rwlock", READERS=7),
    count("branches", "branches", N=7),
]
