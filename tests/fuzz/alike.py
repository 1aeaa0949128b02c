"""Programs most of whose threads have one routine and one argument, from a seed: for the oracle of interchangeable threads.

What tells such threads apart is frequent: handles that are asked for, computed with, compared and passed on, addresses that are
compared, results of joins, statements between joins, joins of some threads only, deadlocks while others are joined."""

from source import Block, Program
from threads import EPILOGUE, PROLOGUE, Generator, interleavings  # noqa: F401

WEIGHTS = [("mutex", 0.45), ("condition", 0.12), ("semaphore", 0.2), ("rwlock", 0.1), ("spin", 0.08), ("atomic", 0.45),
           ("section", 0.12), ("array", 0.2), ("pointer", 0.15), ("heap", 0.15), ("barrier", 0.08), ("once", 0.05),
           ("leave", 0.08), ("quit", 0.05), ("wait_for", 0.12), ("own", 0.1), ("call", 0.1), ("list", 0.1), ("passage", 0.06),
           ("timed", 0.05), ("specific", 0.06), ("whole", 0.06), ("robust", 0.06), ("futex", 0.06), ("identity", 0.35),
           ("addresses", 0.3), ("ask", 0.05)]

# What tells threads apart, or is taken to (src/analysis/thread_identity.h).
TELLING = {"identity", "addresses", "ask", "timed", "specific", "futex", "whole"}


class AlikeGenerator(Generator):
    def __init__(self, seed, limit):
        super().__init__(seed, limit, "alike")
        pick = self.random.random
        self.features = [name for name, weight in WEIGHTS if pick() < weight]
        if pick() < 0.5:  # nothing but joins tells threads apart
            self.features = [name for name in self.features if name not in TELLING]
        self.symbolic = pick() < 0.15
        if "own" in self.features and "mutex" not in self.features:
            self.features.append("mutex")
        self.kept = pick() < 0.2  # handles in memory that all threads can reach
        self.result = pick() < 0.12  # of joins is used
        self.roles = pick() < 0.5  # the threads draw numbers first
        self.logged = pick() < 0.7  # what they know is kept, in order

    def more(self, budget):
        return super().more(budget) + [name for name in self.features if name in ("identity", "addresses")] * 3

    def identity(self, body, known, budget):
        """Who a thread is, or what a handle is."""
        name = self.local()
        handle = "p@_t[0]" if self.kept and self.random.random() < 0.5 else "pthread_self()"
        expression = self.random.choice([
            f"pthread_equal({handle}, p@_seen)", f"{handle} == p@_seen", f"(int)(((uintptr_t){handle} >> 20) & 3)",
            f"(int)((uintptr_t){handle} % 7)", f"{handle} < p@_seen", "(int)(syscall(SYS_gettid) & 3)"])
        body.append(f"int {name} = {expression};")
        if self.random.random() < 0.5:
            body.append(f"p@_seen = {handle};")
        known.append(name)
        return 2

    def addresses(self, body, known, budget):
        """An address of the thread's own, compared with that of another one, or computed with."""
        name, place = self.local(), self.local()
        body.append(self.random.choice([f"int {place} = 0;", f"static _Thread_local int {place};"]))
        body.append(f"int {name} = " + self.random.choice([
            f"&{place} < p@_where", f"&{place} == p@_where", f"(int)(((uintptr_t)&{place} >> 22) & 3)",
            f"(int)((uintptr_t)&{place} % 13)", f"&{place} - p@_where > 0", f"((uintptr_t)&{place} & 7) == 4"]) + ";")
        if self.random.random() < 0.6:
            body.append(f"p@_where = &{place};")
        known.append(name)
        return 2

    def declarations(self):
        return super().declarations() + ["static atomic_int p@_role; static int p@_log;", "static pthread_t p@_t[4];", "static _Atomic(pthread_t) p@_seen;",
                                         "static int *p@_where;"]

    def alike_costs(self):
        """How many threads there are, what each costs, and main."""
        while True:
            count = self.random.choice([2, 2, 3, 3, 3, 4])
            cost = self.random.randint(1, 6)
            main = self.random.choice([0, 0, 0, 1, 2])
            if 2 <= interleavings([cost + 2 * self.logged] * count + [main]) <= self.limit:
                return count, cost, main

    def routine(self, name, cost):
        body, known = [], []
        if self.random.random() < 0.6:
            body.append("int given = (int)(intptr_t)argument;")
            known.append("given")
        if self.symbolic and self.random.random() < 0.6:
            self.input(body, known, 1)
        spent = 0
        if self.roles:
            body.append("int role = atomic_fetch_add(&p@_role, 1);")
            known += ["role", "role"]
            spent += 1
        for feature in ("identity", "addresses"):
            if feature in self.features and spent < cost:
                spent += getattr(self, feature)(body, known, 1)
        while spent < cost:
            spent += self.some(body, known, cost - spent)
        if self.logged and known:
            body.append(f"p@_log = p@_log * 5 + {self.random.choice(known)} * 3 + {self.random.choice(known)} + 1;")
        result = f"(void *)(intptr_t){self.random.choice(known)}" if known and self.random.random() < 0.5 else "argument"
        return Block(f"static void *{name}(void *argument)", body + [f"return {result};"], keep=True)

    def one_join(self, handle, k):
        if self.result and self.random.random() < 0.7:
            name = self.local()
            return [f"void *{name}; pthread_join({handle}, &{name}); p@_y = p@_y * 3 + (int)(intptr_t){name} + {k};"]
        return self.join(handle)

    def joins(self, handles):
        """Joins of all threads, or some, and perhaps something between."""
        lines, pick = [], self.random.random()
        if pick < 0.1 and handles:
            handles = handles[:self.random.randint(0, len(handles) - 1)]
        elif pick < 0.25:
            handles = self.random.sample(handles, len(handles))
        for k, handle in enumerate(handles):
            lines += self.one_join(handle, k)
            if self.random.random() < 0.08:
                self.some(lines, [], 1, plain=True)
        return lines

    def program(self):
        count, cost, main_cost = self.alike_costs()
        second = count > 2 and self.random.random() < 0.25  # one of the threads has another routine
        parts = self.declarations()
        parts.append(self.routine("p@_w0", cost))
        if second:
            parts.append(self.routine("p@_w1", cost))
        create, handles = [], []
        argument = self.random.choice(["0", "0", "(void *)1", "&p@_y"])
        other = self.random.randrange(count) if second else None
        for k in range(count):
            handle = f"p@_t[{k}]" if self.kept else f"w[{k}]"
            routine = "p@_w1" if k == other else "p@_w0"
            given = "(void *)2" if self.random.random() < 0.15 else argument
            create.append(f"pthread_create(&{handle}, 0, {routine}, {given});")
            handles.append(handle)
            pick = self.random.random()
            if pick < 0.12:
                self.some(create, [], 1, plain=True)
            elif pick < 0.15:
                create.append(f"pthread_detach({handle});")
                handles.pop()
            elif pick < 0.18 and handles:
                create += self.one_join(handles.pop(), k)
        main, known = self.initialise(), []
        main.append("pthread_t w[4];")
        pick = self.random.random()
        if pick < 0.12 and "mutex" in self.features:
            lock = self.g(self.mutexes[0])
            create = [f"pthread_mutex_lock(&{lock});"] + create + [f"pthread_mutex_unlock(&{lock});"]
        ends = self.joins(handles)
        if pick > 0.9:  # another thread creates them, and perhaps joins them
            inside = self.random.random() < 0.7
            body = ["pthread_t w[4];"] + create + (ends if inside or not self.kept else []) + ["return argument;"]
            parts.append(Block("static void *p@_creator(void *argument)", body, keep=True))
            main += ["pthread_t creator; pthread_create(&creator, 0, p@_creator, 0);"]
            if main_cost:
                self.some(main, known, main_cost)
            main += ["pthread_join(creator, 0);"] + ([] if inside or not self.kept else ends)
        else:
            main += create
            if main_cost:
                self.some(main, known, main_cost)
            main += ends
        main += self.checksum() + (["sum = sum * 31 + (uint32_t)p@_log;"] if self.logged else []) + ["write(1, &sum, sizeof sum);"]
        if not self.symbolic:
            parts.insert(0, "static volatile uint32_t forbidden_@ = 0x5eed1234;")
            main.append('assert(sum != forbidden_@ && "forbidden");')
        else:
            parts.insert(0, "char symbolic_@ = 1;")
        parts.insert(0, "char varying_@ = 1;")
        parts.append(Block("int main_@(void)", main + ["return 0;"], keep=True))
        return Program(self.seed, parts)


def generate(seed, limit=800):
    return AlikeGenerator(seed, limit).program()
