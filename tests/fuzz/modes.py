"""Programs that draw a mode before there are threads: it decides whether two accesses are ordered one way, the other way, by a lock,
by a flag (with or without an order), or not at all. Afterwards nothing tells which mode it was, so that a state is met again by executions
with another past. For the oracle of data races: with pruning, races between what comes before a cut and what was seen below it."""

import random

from source import Block, Program

PROLOGUE = """#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
"""
EPILOGUE = ""
RELATIONS = ["first", "second", "lock", "release", "relaxed", "none", "none"]


class Modes:
    def __init__(self, seed):
        self.random = random.Random(f"modes {seed}")
        self.relations = [self.random.choice(RELATIONS) for _ in range(self.random.choice([2, 3, 3]))]
        self.beside = self.random.choice([0, 1, 1, 2])
        self.writes = self.random.choice([(1, 1), (1, 1), (1, 0), (0, 1), (0, 0)])

    def among(self, *relations):
        modes = [f"m == {k}" for k, relation in enumerate(self.relations) if relation in relations]
        return " || ".join(modes) if modes else "0"

    def access(self, thread):
        return "p@_x = %d;" % (thread + 1) if self.writes[thread] else "r += p@_x;"

    # A waits, tells, locks: what the thread does in which modes is computed first, so that the mode is not looked at later.
    def thread(self, number):
        waits = self.among(["second", "first"][number])
        tells = self.among(["first", "second"][number])
        parts = [f"int r = 0, m = p@_mode, waits = {waits}, tells = {tells}, locks = {self.among('lock')};"]
        access = [Block("if (locks)", ["pthread_mutex_lock(&p@_m);"]), self.access(number), Block("if (locks)", ["pthread_mutex_unlock(&p@_m);"])]
        if number == 0:
            parts.append(f"int sets = {self.among('release')}, hints = {self.among('relaxed')};")
        else:
            parts.append(f"int looks = {self.among('release', 'relaxed')};")
            access = [Block("if (!looks || atomic_load_explicit(&p@_f, memory_order_acquire))", access)]
        parts.append(Block("if (waits)", [f"sem_wait(&p@_s[{1 - number}]);"]))
        parts += access
        parts.append(Block("if (tells)", [f"sem_post(&p@_s[{number}]);"]))
        if number == 0:
            parts.append(Block("if (sets)", ["atomic_store_explicit(&p@_f, 1, memory_order_release);"]))
            parts.append(Block("if (hints)", ["atomic_store_explicit(&p@_f, 1, memory_order_relaxed);"]))
        return parts + ["return (char *)argument + r * 0;"]

    def make(self, seed):
        parts = ["static sem_t p@_s[2]; static pthread_mutex_t p@_m = PTHREAD_MUTEX_INITIALIZER; static int p@_mode, p@_x; "
                 "static atomic_int p@_f, p@_a; static __attribute__((noinline)) void set_@(int mode) { p@_mode = mode; }"]
        count = 2 + (self.beside > 0)
        for k in range(2):
            parts.append(Block(f"static void *t{k}_@(void *argument)", self.thread(k), keep=True))
        if self.beside:
            parts.append(Block("static void *t2_@(void *argument)", ["atomic_fetch_add(&p@_a, 1);"] * self.beside + ["return argument;"], keep=True))
        main = [f"pthread_t t[{count}]; unsigned drawn;", "sem_init(&p@_s[0], 0, 0); sem_init(&p@_s[1], 0, 0);",
                'heddle_symbolic(&drawn, sizeof drawn, "mode");']
        last = len(self.relations) - 1
        for k in range(last):
            main.append(("else " if k else "") + f"if (drawn == {k}) set_@({k});")
        main.append(f"else set_@({last});")
        order = list(range(count))
        self.random.shuffle(order)
        main += [f"pthread_create(&t[{k}], 0, t{k}_@, 0);" for k in order] + [f"pthread_join(t[{k}], 0);" for k in range(count)] + ["return 0;"]
        parts.append(Block("int main_@(void)", main, keep=True))
        return Program(seed, parts)


def generate(seed):
    return Modes(seed).make(seed)
