"""Programs of phases: threads meet at a barrier, or nearly, and access in each phase what others access in another one. For the
oracle of data races: what happens before what is decided by the barrier alone."""

import random

from source import Block, Program

PROLOGUE = """#include <pthread.h>
#include <stdatomic.h>
"""
EPILOGUE = ""


class Phases:
    def __init__(self, seed):
        self.random = random.Random(f"phases {seed}")
        self.threads = self.random.choice([1, 2, 2, 2])  # beside main
        self.users = self.threads + (self.random.random() < 0.6)  # main is one, or only waits for the others
        self.count = max(1, self.users + self.random.choice([0] * 8 + [-1, 1]))
        self.phases = self.random.choice([1, 2, 2]) if self.users < 3 else self.random.choice([1, 1, 2])

    def access(self, body):
        place = self.random.choice(["p@_x", "p@_x", "p@_y", "p@_z[1]"])
        body.append(self.random.choice([f"{place} = {self.random.randint(1, 3)};", f"r += {place};", f"r += {place};",
                                        "atomic_fetch_add(&p@_a, 1);", "r += atomic_load_explicit(&p@_a, memory_order_relaxed);"]))

    def meet(self, body):
        pick = self.random.random()
        if pick < 0.75:
            body.append("pthread_barrier_wait(&p@_b);")
        elif pick < 0.9:
            body.append(Block("if (pthread_barrier_wait(&p@_b) == PTHREAD_BARRIER_SERIAL_THREAD)",
                              [self.random.choice(["p@_y++;", "p@_x = 7;", "r = 1;"])]))
        else:
            body.append(Block("if (r < 5)", ["pthread_barrier_wait(&p@_b);"]))

    def thread(self, first):
        body = [first] if first else []
        for phase in range(self.phases):
            if self.random.random() < 0.55:
                self.access(body)
            self.meet(body)
            if phase == self.phases - 1 and self.random.random() < 0.7:
                self.access(body)
        return body

    def make(self, seed):
        parts = ["static pthread_barrier_t p@_b; static int p@_x, p@_y, p@_z[2]; static atomic_int p@_a;"]
        for k in range(self.threads):
            parts.append(Block(f"static void *t{k}_@(void *argument)", ["int r = 0;", *self.thread(""), "return (char *)argument + r * 0;"], keep=True))
        main = [f"pthread_t t[{self.threads}]; int r = 0;", f"pthread_barrier_init(&p@_b, 0, {self.count});"]
        main += [f"pthread_create(&t[{k}], 0, t{k}_@, 0);" for k in range(self.threads)]
        if self.users > self.threads:
            main += self.thread("")
            if self.random.random() < 0.2:
                main.append("pthread_barrier_destroy(&p@_b);")
        main += [f"pthread_join(t[{k}], 0);" for k in range(self.threads)] + ["return r * 0;"]
        parts.append(Block("int main_@(void)", main, keep=True))
        return Program(seed, parts)


def generate(seed):
    return Phases(seed).make(seed)
