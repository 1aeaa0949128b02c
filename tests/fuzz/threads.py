"""Small multithreaded programs from a seed, for the oracle of partial order reduction.

Each statement has a cost, about the visible operations it executes; the threads' costs are chosen so that the number of
interleavings stays small."""

import math
import random

from source import Block, Program

PROLOGUE = """#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
"""

EPILOGUE = ""

SCALARS = ["int", "int", "unsigned char", "short", "unsigned", "long", "int64_t", "int8_t"]


def interleavings(costs):
    total, count = 0, 1
    for cost in costs:
        total += cost
        count *= math.comb(total, cost)
    return count


class Generator:
    def __init__(self, seed, limit, size="normal"):
        self.random = random.Random(seed)
        self.size = size
        self.seed = seed
        self.limit = limit
        pick = self.random.random
        self.symbolic = pick() < 0.25
        self.locals = 0
        self.cells = [f"x{k}" for k in range(self.random.randint(1, 3))]
        self.types = {cell: self.random.choice(SCALARS) for cell in self.cells}
        self.features = [name for name, weight in FEATURES if pick() < weight]
        self.counters = "__int128" if seed % 8 == 3 else "int"  # no choice: other programs stay what they are
        self.mutexes = [f"m{k}" for k in range(self.random.choice([1, 1, 2, 3]))]
        self.kinds = {m: self.random.choice(["NORMAL"] * 6 + ["RECURSIVE", "ERRORCHECK"]) for m in self.mutexes}
        self.while_wait = pick() < 0.6
        self.joined = pick() < 0.85
        self.own = self.random.choice([0.5, 0.8, 0.95])  # how much of what the threads access is their own
        if "own" in self.features and pick() < 0.8:
            self.features = [name for name in self.features if name != "mutex"] + ["mutex"]
            self.mutexes = self.mutexes[:2]
            self.kinds = {m: self.kinds[m] for m in self.mutexes}
        self.present = 3  # the number of the thread that is being made; main's
        if size == "passages":
            self.symbolic = False
            self.features = self.passages()
        if size == "times":
            self.features = self.times()
        if size == "cancels":
            self.symbolic = self.symbolic and pick() < 0.3
            self.features = self.cancels()
        if size == "signals":
            self.symbolic = False
            self.features = self.signals()
        if size == "identifiers":
            self.symbolic = self.symbolic and pick() < 0.3
            self.features = self.identifiers()
        if size == "outcomes":
            self.features = self.outcomes()

    def g(self, name):
        return f"p@_{name}"

    def number(self):
        return self.random.choice([0, 1, 1, 2, 3, 5, -1, 255])

    def scalar(self):
        return self.g(self.random.choice(self.cells))

    def local(self):
        self.locals += 1
        return f"l{self.locals}"

    def cell(self, known):
        """An lvalue that is shared, and the accesses it costs to reach it."""
        choices = [(self.scalar(), 0)] * 4
        if "array" in self.features:
            choices += [(f"{self.g('a')}[{self.random.randint(0, 2)}]", 0)]
            if known:
                choices += [(f"{self.g('a')}[{self.random.choice(known)} & 1]", 0)]
            choices += [(f"{self.g('a')}[{self.scalar()} & 1]", 1)]
        if "own" in self.features:
            if self.random.random() < self.own:
                return f"{self.g('e')}[{self.present}]", 0
            choices += [(f"{self.g('e')}[{self.random.randint(0, 3)}]", 0)]
            if known:
                choices += [(f"{self.g('e')}[{self.random.choice(known)} & 3]", 0)]
        if "union" in self.features:
            choices += [(f"{self.g('u')}.{member}", 0) for member in ("w", "h[0]", "h[1]", "b[0]", "b[3]")]
        if "pointer" in self.features:
            choices += [(f"*{self.g('p')}", 1)] * 2
        if "heap" in self.features:
            choices += [(f"{self.g('h')}[{self.random.randint(0, 1)}]", 1)]
        return self.random.choice(choices)

    def value(self, known):
        """An expression, and its accesses."""
        pick = self.random.random()
        if known and pick < 0.4:
            return f"{self.random.choice(known)} {self.random.choice('+-^')} {self.number()}", 0
        if pick < 0.7:
            return str(self.number()), 0
        cell, cost = self.cell(known)
        return f"{cell} {self.random.choice('+-^&')} {self.number()}", cost + 1

    def condition(self, known):
        if known and self.random.random() < 0.6:
            left, cost = self.random.choice(known), 0
        else:
            left, cost = self.cell(known)
            cost += 1
        return f"{left} {self.random.choice(['==', '!=', '<', '>='])} {self.number()}", cost

    # ---- statements: each appends to body and returns its cost

    def store(self, body, known, budget):
        cell, cost = self.cell(known)
        value, more = self.value(known)
        body.append(f"{cell} = {value};")
        return cost + more + 1

    def update(self, body, known, budget):
        cell, cost = self.cell(known)
        body.append(f"{cell} {self.random.choice(['+=', '-=', '^=', '|='])} {self.number()};")
        return cost + 2

    def load(self, body, known, budget):
        name = self.local()
        cell, cost = self.cell(known)
        body.append(f"int {name} = (int){cell};")
        known.append(name)
        return cost + 1

    def branch(self, body, known, budget):
        condition, cost = self.condition(known)
        block = Block(f"if ({condition})")
        cost += self.some(block.body, list(known), max(1, budget - cost))
        body.append(block)
        if self.random.random() < 0.25:
            other = Block("else")
            self.some(other.body, list(known), max(1, budget - cost))
            block.tail = ""
            body[-1] = Block(f"if ({condition})", block.body, tail=" else " + " ".join(
                line.strip() for line in Block("", other.body).lines(1)))
        return cost

    def loop(self, body, known, budget):
        name = f"i{self.locals}"
        self.locals += 1
        block = Block(f"for (int {name} = 0; {name} < 2; {name}++)")
        cost = self.some(block.body, known + [name], max(1, budget // 2))
        body.append(block)
        return 2 * cost

    def claim(self, body, known, budget):
        condition, cost = self.condition(known)
        body.append(f"assert({condition});")
        return cost

    def lock(self, body, known, budget):
        mutex = self.g(self.random.choice(self.mutexes))
        body.append(f"pthread_mutex_lock(&{mutex});")
        plain = "own" in self.features and self.random.random() < 0.8
        cost = 2 + self.some(body, known, max(1, budget - 2), plain)
        body.append(f"pthread_mutex_unlock(&{mutex});")
        return cost

    def trylock(self, body, known, budget):
        mutex = self.g(self.random.choice(self.mutexes))
        block = Block(f"if (pthread_mutex_trylock(&{mutex}) == 0)")
        cost = 2 + self.some(block.body, list(known), max(1, budget - 2))
        block.body.append(f"pthread_mutex_unlock(&{mutex});")
        body.append(block)
        return cost

    def wait(self, body, known, budget):
        mutex, cell = self.g(self.mutexes[0]), self.scalar()
        word = "while" if self.while_wait else "if"
        body += [f"pthread_mutex_lock(&{mutex});",
                 f"{word} ({cell} {self.random.choice(['== 0', '!= 1', '< 1'])}) "
                 f"pthread_cond_wait(&{self.g('c')}, &{mutex});",
                 f"pthread_mutex_unlock(&{mutex});"]
        return 5

    def signal(self, body, known, budget):
        mutex, cell = self.g(self.mutexes[0]), self.scalar()
        wake = f"pthread_cond_{self.random.choice(['signal', 'signal', 'broadcast'])}(&{self.g('c')});"
        if self.random.random() < 0.3:
            body += [f"{cell} = 1;", wake]
            return 2
        inside = [f"{cell} = 1;", wake]
        body += [f"pthread_mutex_lock(&{mutex});"] + inside + [f"pthread_mutex_unlock(&{mutex});"]
        return 4

    def semaphore(self, body, known, budget):
        s = f"&{self.g('s')}"
        pick = self.random.random()
        if pick < 0.4:
            body.append(f"sem_wait({s});")
        elif pick < 0.8:
            body.append(f"sem_post({s});")
        else:
            block = Block(f"if (sem_trywait({s}) == 0)")
            self.some(block.body, list(known), 1)
            body.append(block)
            return 2
        return 1

    def rwlock(self, body, known, budget):
        lock = f"&{self.g('rw')}"
        pick = self.random.random()
        if pick < 0.2:
            block = Block(f"if (pthread_rwlock_try{self.random.choice(['rd', 'wr'])}lock({lock}) == 0)")
            cost = 2 + self.some(block.body, list(known), max(1, budget - 2))
            block.body.append(f"pthread_rwlock_unlock({lock});")
            body.append(block)
            return cost
        body.append(f"pthread_rwlock_{self.random.choice(['rd', 'wr'])}lock({lock});")
        cost = 2 + self.some(body, known, max(1, budget - 2))
        body.append(f"pthread_rwlock_unlock({lock});")
        return cost

    def spin(self, body, known, budget):
        lock = f"&{self.g('sp')}"
        if self.random.random() < 0.3:
            block = Block(f"if (pthread_spin_trylock({lock}) == 0)")
            cost = 2 + self.some(block.body, list(known), max(1, budget - 2))
            block.body.append(f"pthread_spin_unlock({lock});")
            body.append(block)
            return cost
        body.append(f"pthread_spin_lock({lock});")
        cost = 2 + self.some(body, known, max(1, budget - 2))
        body.append(f"pthread_spin_unlock({lock});")
        return cost

    def atomic(self, body, known, budget):
        a, name = self.g(f"t{self.random.randint(0, 1)}"), self.local()
        n = self.number()
        expression = self.random.choice([
            f"atomic_fetch_add(&{a}, {n})", f"atomic_exchange(&{a}, {n})", f"atomic_load(&{a})",
            f"atomic_fetch_or(&{a}, {n})", f"atomic_fetch_sub_explicit(&{a}, {n}, memory_order_relaxed)",
            f"atomic_compare_exchange_strong(&{a}, &({self.counters}){{{n}}}, {self.number()})",
            f"(atomic_store(&{a}, {n}), 0)"])
        body.append(f"int {name} = {expression};")
        known.append(name)
        return 1

    def futex(self, body, known, budget):
        """System calls that wait for a word of two, by bits or with a time-out, and that wake or move who waits."""
        word, other = self.random.sample([self.g("fx0"), self.g("fx1")], 2)
        n, bits = self.random.choice([0, 0, 1]), self.random.choice([1, 2, 3])
        private = self.random.choice(["", "", "", "FUTEX_PRIVATE_FLAG | "])
        call, name = f"(int)syscall(SYS_futex, &{word}, {private}", self.local()
        pick = self.random.random()
        if pick < 0.25:
            expression, cost = f"{call}FUTEX_WAIT, {n}, NULL)", 2
        elif pick < 0.35:
            expression, cost = f"{call}FUTEX_WAIT_BITSET, {n}, NULL, NULL, {bits})", 2
        elif pick < 0.45:
            kind = self.random.choice(["FUTEX_WAIT", "FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME"])
            expression, cost = f"{call}{kind}, {n}, &(struct timespec){{1, 5}}, NULL, {bits})", 2
        elif pick < 0.7:
            body.append(f"{word} = {self.random.choice([0, 1])};")
            expression, cost = f"{call}FUTEX_WAKE, {self.random.choice([1, 1, 2])})", 2
        elif pick < 0.8:
            expression, cost = f"{call}FUTEX_WAKE_BITSET, {self.random.choice([1, 2])}, NULL, NULL, {bits})", 1
        elif pick < 0.9:
            expression, cost = f"{call}FUTEX_REQUEUE, {self.random.choice([0, 1])}, 3L, &{other})", 1
        else:
            expression, cost = f"{call}FUTEX_CMP_REQUEUE, {self.random.choice([0, 1])}, 3L, &{other}, {n})", 1
        body.append(f"int {name} = {expression};")
        known.append(name)
        return cost

    def wait_for(self, body, known, budget):
        """A loop that waits for a value, read at once or in two reads, or for an update to succeed."""
        cell, n = self.g(self.random.choice(["f0", "f1"])), self.random.choice([0, 1, 1, 2])
        body.append(self.random.choice([
            f"while ({cell} != {n}) ;", f"while ({cell} < {n}) sched_yield();",
            f"while (!(p@_f0 == {n} && p@_f1 != {self.random.choice([0, 1])})) ;",
            f"while (atomic_exchange(&p@_f1, {n}) == {n}) ;",
            f"while (!atomic_compare_exchange_strong(&p@_f0, &(int){{{n}}}, {self.random.choice([0, 1, 2])})) ;",
            f"for (int k = 0; k < 2; k++) while ({cell} == {n} + k) ;"]))
        return 2

    def flag(self, body, known, budget):
        body.append(f"{self.g(self.random.choice(['f0', 'f1']))} = {self.random.choice([0, 1, 1, 2])};")
        return 1

    def section(self, body, known, budget):
        body.append("__VERIFIER_atomic_begin();")
        self.some(body, known, min(3, max(1, budget)), plain=True)
        body.append("__VERIFIER_atomic_end();")
        return 1

    def passages(self):
        """Features of programs in which threads stop all others for good, beside much that may block."""
        weights = [("mutex", 0.7), ("semaphore", 0.4), ("condition", 0.15), ("spin", 0.15), ("rwlock", 0.15), ("atomic", 0.2),
                   ("array", 0.1)]
        return ["passage"] + [name for name, weight in weights if self.random.random() < weight]

    def passage(self, body, known, budget):
        """An atomic section that the whole execution ends in where its assumption does not hold, or that is not left."""
        condition, _ = self.condition([])
        cell, _ = self.cell([])
        end = f"if ({cell} {self.random.choice(['<', '=='])} {self.number()}) {self.random.choice(['exit', 'pthread_exit'])}(0);"
        inside = self.random.choice([[], [], [f"{cell} = {self.number()};"], [f"{cell} += 1;"],
                                     [end] if self.size == "passages" else []])
        left = self.size != "passages" or self.random.random() < 0.8
        body += ["__VERIFIER_atomic_begin();", f"__VERIFIER_assume({condition});", *inside,
                 *(["__VERIFIER_atomic_end();"] if left else [])]
        return 1

    def times(self):
        """Features of programs that sleep and look at clocks."""
        weights = [("mutex", 0.6), ("timed", 0.35), ("wait_for", 0.3), ("atomic", 0.3), ("condition", 0.2), ("semaphore", 0.15),
                   ("section", 0.1), ("array", 0.1), ("output", 0.1)]
        return ["clock"] + [name for name, weight in weights if self.random.random() < weight]

    def cancels(self):
        """Features of programs whose threads are cancelled."""
        weights = [("mutex", 0.5), ("semaphore", 0.3), ("condition", 0.2), ("timed", 0.15), ("robust", 0.2), ("specific", 0.1),
                   ("leave", 0.2), ("atomic", 0.2), ("wait_for", 0.1), ("ask", 0.1), ("own", 0.2)]
        return ["cancel"] + [name for name, weight in weights if self.random.random() < weight]

    def outcomes(self):
        """Features of programs in which what an operation does depends on what it finds: whether it changes anything."""
        weights = [("exchange", 0.85), ("mutex", 0.35), ("semaphore", 0.2), ("spin", 0.15), ("rwlock", 0.15), ("condition", 0.2),
                   ("barrier", 0.3), ("once", 0.15), ("section", 0.1), ("wait_for", 0.12), ("array", 0.1), ("pointer", 0.08),
                   ("union", 0.15), ("leave", 0.04), ("passage", 0.04), ("ask", 0.05), ("own", 0.08), ("output", 0.15), ("futex", 0.04)]
        features = [name for name, weight in weights if self.random.random() < weight]
        return features + (["atomic"] if "exchange" in features else [])

    def exchange(self, body, known, budget):
        """Compare-and-swaps and other updates that often leave what they find, of one variable or of parts of it."""
        a, name, pick = self.g(f"t{self.random.choice([0, 0, 1])}"), self.local(), self.random.random()
        small = [self.random.choice([0, 0, 1, 1, 2]) for _ in range(2)]
        wanted = self.random.choice(known) if known and self.random.random() < 0.2 else small[1]
        if self.symbolic and self.random.random() < 0.25:
            self.input(body, known, budget)
            small[0] = f"({known[-1]} & 1)"
        strength = self.random.choice(["strong", "strong", "weak"])
        if "union" in self.features and pick < 0.4:
            part = self.random.choice(["w", "h[0]", "h[1]", "b[0]", "b[1]", "b[2]"])
            expression = self.random.choice([
                f"__sync_bool_compare_and_swap(&p@_u.{part}, {small[0]}, {small[1]})",
                f"(int)__sync_val_compare_and_swap(&p@_u.{part}, {small[0]}, {small[1]})",
                f"(int)__atomic_exchange_n(&p@_u.{part}, {small[0]}, __ATOMIC_SEQ_CST)"])
        elif pick < 0.7:
            expression = f"atomic_compare_exchange_{strength}(&{a}, &({self.counters}){{{small[0]}}}, {wanted})"
        elif pick < 0.78 and self.counters == "int":
            body.append(f"int {name}; unsigned char {name}z; __asm__ volatile(\"lock cmpxchgl %3, %1\\n\\tsete %2\" "
                        f": \"=a\"({name}), \"+m\"({a}), \"=q\"({name}z) : \"r\"({small[1]}), \"0\"({small[0]}) : \"memory\", \"cc\");")
            known += [name, f"{name}z"]
            return 1
        elif pick < 0.85:
            expression = f"(int)atomic_exchange(&{a}, {small[0]})"
        else:
            expression = f"(int)atomic_fetch_{self.random.choice(['or', 'and', 'add', 'xor'])}(&{a}, {small[0]})"
        if self.random.random() < 0.15:
            body.append(f"(void){expression};")
            return 1
        body.append(f"int {name} = {expression};")
        known.append(name)
        return 1

    def signals(self):
        """Features of programs whose threads are interrupted by signal handlers."""
        weights = [("mutex", 0.4), ("semaphore", 0.3), ("condition", 0.15), ("spin", 0.1), ("rwlock", 0.15), ("atomic", 0.2),
                   ("leave", 0.1), ("own", 0.2), ("once", 0.1), ("section", 0.1)]
        return ["interrupt"] + [name for name, weight in weights if self.random.random() < weight]

    def identifiers(self):
        """Features of programs that keep handles of threads, or numbers of keys, that are over."""
        weights = [("keys", 0.35), ("mutex", 0.25), ("atomic", 0.2), ("wait_for", 0.1), ("ask", 0.1), ("leave", 0.1), ("output", 0.3),
                   ("section", 0.08), ("own", 0.2)]
        features = [name for name, weight in weights if self.random.random() < weight]
        return features + (["handles"] if "keys" not in features or self.random.random() < 0.4 else [])

    def handles(self, body, known, budget):
        """Short threads, joined or detached; handles that are kept and compared, or computed with."""
        pick = self.random.random()
        if pick < 0.6:
            routines = ["01", "01", "0", "1", "2", "02", "11"] if budget > 2 else ["0", "1", "1"]
            for routine in self.random.choice(routines):
                name = self.local()
                over = self.random.choice(["join({0}, 0)", "join({0}, 0)", "detach({0})"]).format(name)
                body.append(f"pthread_t {name}; pthread_create(&{name}, 0, p@_short{routine}, 0); pthread_{over};")
                if self.random.random() < 0.3:
                    body.append(f"if (p@_hs == {name}) p@_y += 4;" if self.random.random() < 0.5 else f"p@_hs = {name};")
            return 3
        if pick < 0.7:
            body.append("p@_hs = pthread_self();")
            return 1
        name = self.local()
        same = self.random.choice(["p@_hs == pthread_self()", "pthread_equal(p@_hs, pthread_self())",
                                   "(p@_hs ^ pthread_self()) == 0", "p@_hs - pthread_self() == 0"])
        body.append(f"int {name} = {same};")
        known.append(name)
        return 1

    def keys(self, body, known, budget):
        """Keys that are created, deleted, and used by numbers that may be stale."""
        name, pick = self.local(), self.random.random()
        if pick < 0.3:
            body.append(f"pthread_key_t {name} = 9; pthread_key_create(&{name}, 0); p@_kn = {name};")
            return 2
        if pick < 0.5:
            body.append("pthread_key_delete(p@_kn);")
            return 2
        if pick < 0.7:
            body.append(f"pthread_setspecific(p@_kn, (void *)(intptr_t){self.random.randint(0, 2)});")
            return 2
        seen = self.random.choice(["(int)(intptr_t)pthread_getspecific(p@_kn)", "pthread_setspecific(p@_kn, (void *)1) != 0",
                                   "p@_kn == p@_ko"])
        if self.random.random() < 0.3:
            body.append("p@_ko = p@_kn;")
        body.append(f"int {name} = {seen};")
        known.append(name)
        return 2

    def clock(self, body, known, budget):
        """Looks at a clock, sleeps, or waits until the clock shows a moment."""
        name, pick, n = self.local(), self.random.random(), self.random.choice([1, 1, 2, 5])
        if pick < 0.45:
            body.append(f"int {name} = p@_ms();")
            known.append(name)
            return 2
        if pick < 0.65:
            body.append(self.random.choice([f"usleep({n}000);", f"thrd_sleep(&(struct timespec){{0, {n}000000}}, NULL);"]))
            return 2
        if pick < 0.75:
            body.append(f"clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &(struct timespec){{1000, {n}000000}}, NULL);")
            return 1
        if pick < 0.82:
            body.append(f"int {name} = (int)(clock() / 1000);")
            known.append(name)
            return 3
        if pick < 0.9 and "wait_for" in self.features:
            body.append(f"while (p@_f0 {self.random.choice(['!=', '=='])} {n & 1}) usleep({n}00);")
            return 4
        if budget >= 4:
            also = f" && {self.scalar()} != {n}" if self.random.random() < 0.4 else ""
            body.append(f"for (int {name} = p@_ms() + 1; p@_ms() < {name}{also};) sched_yield();")
            return 5
        body += [f"{self.scalar()} = p@_ms();"]
        return 3

    def output(self, body, known, budget):
        """Writes what threads hardly ever read."""
        if self.random.random() < 0.04:
            name = self.local()
            body.append(f"int {name} = (int){self.random.choice(['p@_o[0]', 'p@_q.w'])};")
            known.append(name)
            return 1
        target = self.random.choice(["p@_o[0]", "p@_o[0]", "p@_o[1]", "p@_o[1]", "p@_q.b[0]", "p@_q.b[3]", "p@_v"])
        if self.random.random() < 0.05:
            target = self.random.choice(["p@_q.w", "*(uint16_t *)p@_o", "p@_o[1] += 1; p@_o[0]"])
        value, cost = self.value(known)
        body.append(f"{target} = {value};")
        return cost + 1

    def call(self, body, known, budget):
        """Calls through pointers and of functions that call others."""
        name, k = self.local(), self.random.choice(known) if known and self.random.random() < 0.5 else str(self.number())
        target = self.random.choice([self.scalar(), "p@_y", "p@_z", "p@_k[0]", "p@_k[1]"])
        kind = self.random.randint(0, 3)
        if target.startswith("p@_x"):
            target = "p@_k[0]"  # others have other types
        if kind == 0:
            body.append(f"int {name} = p@_functions[{k} & 1]({self.number()});")
        elif kind == 1:
            body.append(f"int {name} = p@_twice(p@_functions[{self.random.randint(0, 1)}], {k});")
        elif kind == 2:
            body += [f"p@_put(&{target}, {k});", f"int {name} = {k};"]
        else:
            body += [f"p@_into = {self.random.choice(['p@_put', 'p@_add'])};", f"p@_into(&{target}, {k});",
                     f"int {name} = 0;"]
        known.append(name)
        return [2, 3, 1, 4][kind]

    def list(self, body, known, budget):
        """A list on the heap, whose nodes are the threads' own until they are linked in."""
        pick, name = self.random.random(), self.local()
        if pick < 0.6:
            body += [f"struct p@_node *{name} = malloc(sizeof *{name});",
                     f"{name}->value = {self.number()}; {name}->next = p@_head; p@_head = {name};"]
            return 3
        body.append(f"int {name} = 0;")
        body.append(f"for (struct p@_node *n = p@_head; n; n = n->next) {name} += n->value;"
                    if pick < 0.8 else f"if (p@_head) {name} = p@_head->value++;")
        known.append(name)
        return 4

    def point(self, body, known, budget):
        body.append(f"{self.g('p')} = (int *)&{self.target()};")
        return 1

    def target(self):
        choices = ["y", "y", "z"] + (["a[1]", "a[2]"] if "array" in self.features else [])
        return self.g(self.random.choice(choices))

    def alias(self, body, known, budget):
        """A local pointer to one of several shared cells."""
        name, condition = self.local(), self.condition(known)
        a, b = self.target(), self.target()
        body += [f"int *{name} = {condition[0]} ? &{a} : &{b};", f"*{name} = {self.number()};"]
        return condition[1] + 1

    def heap(self, body, known, budget):
        pick = self.random.random()
        if pick < 0.35:
            body.append(f"free({self.g('h')});")
            return 2
        if pick < 0.6:
            body.append(f"{self.g('h')} = calloc(2, 4);")
            return 1
        name = self.local()
        block = Block(f"if ({name})", [f"*{name} = {self.number()};"])
        body += [f"int *{name} = {self.g('h')};", block]
        return 2

    def input(self, body, known, budget):
        name = self.local()
        body.append(f"int {name} = {self.random.choice(['__VERIFIER_nondet_int()', '__VERIFIER_nondet_uchar()'])};")
        if self.random.random() < 0.3:
            body.append(f"__VERIFIER_assume({name} {self.random.choice(['< 5', '> 0', '!= 1'])});")
        known.append(name)
        cell, cost = self.cell(known)
        if self.random.random() < 0.5:
            body.append(f"{cell} = {name};")
            return cost + 1
        block = Block(f"if ({name} < {cell})")
        cost += 1 + self.some(block.body, list(known), max(1, budget - 1))
        body.append(block)
        return cost

    def leave(self, body, known, budget):
        condition, cost = self.condition(known)
        body.append(f"if ({condition}) pthread_exit(0);")
        return cost

    def quit(self, body, known, budget):
        condition, cost = self.condition(known)
        body.append(f"if ({condition}) exit({self.seed % 3});")
        return cost

    def more(self, budget):
        """Statements beside the usual ones; pruning has others."""
        return ["passage"] * 5 if "passage" in self.features else []

    def barrier(self, body, known, budget):
        if self.size == "outcomes" and self.random.random() < 0.3:
            name = self.local()
            body.append(f"int {name} = pthread_barrier_wait(&p@_b) == PTHREAD_BARRIER_SERIAL_THREAD;")
            known.append(name)
            return 2
        body.append(f"pthread_barrier_wait(&{self.g('b')});")
        return 2

    def once(self, body, known, budget):
        body.append(f"pthread_once(&{self.g('on')}, {self.g('once')});")
        return 3

    def robust(self, body, known, budget):
        """A lock whose holders may end, be told so, and repair what it protects, or not."""
        pick, cell = self.random.random(), self.scalar()
        call = "pthread_mutex_lock(&p@_rm)"
        if pick < 0.25:
            call = "pthread_mutex_trylock(&p@_rm)"
        elif pick < 0.35:
            call = "pthread_mutex_timedlock(&p@_rm, &(struct timespec){1, 0})"
        name = self.local()
        repair = self.random.choice([f"{cell} += 3;", "pthread_mutex_consistent(&p@_rm);",
                                     f"pthread_mutex_consistent(&p@_rm), {cell} = 9;"])
        body += [f"int {name} = {call};", f"if ({name} == EOWNERDEAD) {repair}",
                 self.random.choice([f"if ({name} == ENOTRECOVERABLE) p@_z += 2;", f"p@_z += {name} == ENOTRECOVERABLE;", ""])]
        block = Block(f"if ({name} == 0 || {name} == EOWNERDEAD)")
        cost = 3 + self.some(block.body, list(known), max(1, min(2, budget - 3)), plain=True)
        end = self.random.random()
        condition, more = self.condition([])
        if end < 0.35:
            block.body.append(f"if ({condition}) pthread_exit(0);")
            cost += more
        elif end < 0.45:
            block.body.append("pthread_exit(0);")
        elif end < 0.55:
            block.body.append(f"pthread_cond_timedwait(&p@_rc, &p@_rm, &(struct timespec){{1, 0}});")
            cost += 1
        if end < 0.9:
            block.body.append("pthread_mutex_unlock(&p@_rm);")
        body.append(block)
        known.append(name)
        return cost

    def cancel(self, body, known, budget):
        """Cancellation points, handlers, and states; main cancels threads, and threads themselves and main."""
        pick = self.random.random()
        if pick < 0.3:
            body.append(self.random.choice(["pthread_testcancel();", "pthread_testcancel();", "usleep(1);", "sem_wait(&p@_cs);",
                                            "sem_timedwait(&p@_cs, &(struct timespec){1, 0});", "sem_post(&p@_cs);"]))
            return 2
        if pick < 0.7:
            block = Block(f"pthread_cleanup_push(p@_clean, (void *){self.random.randint(1, 3)}); if (1)",
                          tail=f" pthread_cleanup_pop({self.random.randint(0, 1)});")
            cost = 1 + self.some(block.body, list(known), max(1, min(3, budget - 1)))
            block.body.append("pthread_testcancel();" if self.random.random() < 0.5 else "sem_wait(&p@_cs);")
            body.append(block)
            return cost + 1
        if pick < 0.8:
            body.append(f"pthread_setcancelstate(PTHREAD_CANCEL_{self.random.choice(['DISABLE', 'ENABLE'])}, 0);")
            return 1
        if pick < 0.9:
            mutex = self.g(self.mutexes[0])
            body += [f"pthread_mutex_lock(&{mutex});",
                     f"pthread_cleanup_push(p@_unlock, &{mutex}); "
                     f"if ({self.scalar()} == {self.number()}) pthread_cond_{self.random.choice(['wait(&p@_cc, &' + mutex + ')', 'timedwait(&p@_cc, &' + mutex + ', &(struct timespec){1, 0})'])}; "
                     "pthread_cleanup_pop(1);"]
            return 5
        body.append(self.random.choice(["pthread_cancel(pthread_self());", "pthread_cancel(p@_main);",
                                        "pthread_cond_signal(&p@_cc);", "pthread_cond_broadcast(&p@_cc);"]))
        return 1

    def interrupt(self, body, known, budget):
        """What handlers can interrupt, or wait for; masks; signals for threads that created others."""
        body.append(self.random.choice(["usleep(1);", "if (sem_wait(&p@_gs)) p@_y += 8;", "p@_own += 1;", "p@_y += p@_own;",
                                        f"pthread_sigmask(SIG_{self.random.choice(['BLOCK', 'UNBLOCK'])}, &p@_mask, 0);",
                                        "sem_post(&p@_gs);", "pthread_kill(p@_first, SIGUSR1);", "memset(&p@_z, 0, 2);"]))
        return 2

    def timed(self, body, known, budget):
        """Waits that may give up at any time."""
        pick = self.random.random()
        if pick < 0.4:
            mutex = self.g(self.mutexes[0])
            block = Block(f"if (pthread_mutex_timedlock(&{mutex}, &p@_dt) == 0)")
            cost = 2 + self.some(block.body, list(known), max(1, min(2, budget - 2)), plain=True)
            block.body.append(f"pthread_mutex_unlock(&{mutex});")
            body.append(block)
            return cost
        if pick < 0.7:
            body.append(f"if (sem_timedwait(&p@_ds, &p@_dt) == 0) {self.scalar()} = {self.number()};")
            return 2
        if pick < 0.8:
            body.append("sem_post(&p@_ds);")
            return 1
        mutex, cell = self.g(self.mutexes[0]), self.scalar()
        body += [f"pthread_mutex_lock(&{mutex});",
                 f"if ({cell} == 0) pthread_cond_timedwait(&p@_dc, &{mutex}, &p@_dt);", f"{cell} += 1;",
                 f"pthread_mutex_unlock(&{mutex});", "pthread_cond_signal(&p@_dc);"]
        return 5

    def specific(self, body, known, budget):
        """Values of the thread's own, with a destructor."""
        name = self.local()
        if self.random.random() < 0.6:
            body.append(f"pthread_setspecific(p@_ky, (void *)(intptr_t){self.random.randint(0, 2)});")
            return 1
        body.append(f"int {name} = (int)(intptr_t)pthread_getspecific(p@_ky);")
        known.append(name)
        return 1

    def reuse(self, body, known, budget):
        """Blocks that are released, and pointers to them that are compared with those of later ones."""
        name, pick = self.local(), self.random.random()
        if pick < 0.35:
            body += [f"void *{name} = malloc(8);", f"p@_stale = {name};", f"free({name});"]
            return 3
        if pick < 0.5:
            body += [f"void *{name} = realloc(malloc(8), {self.random.choice([8, 100])});", f"p@_stale = {name};",
                     f"free({name});"]
            return 4
        if pick < 0.6:
            body += [f"void *{name} = p@_fresh;", "p@_fresh = NULL;", f"p@_stale = {name};", f"free({name});"]
            return 4
        same = self.local()
        if pick < 0.9:
            body += [f"void *{name} = {self.random.choice(['malloc(8)', 'calloc(2, 4)'])};",
                     f"int {same} = p@_stale == {name};", f"p@_fresh = {name};"]
        else:
            body += [f"void *{name} = p@_stale;",
                     f"int {same} = atomic_compare_exchange_strong(&p@_fresh, &{name}, NULL);"]
        known.append(same)
        return 3

    def join(self, thread):
        """Joins a thread; or asks first whether it has ended, which is to be seen."""
        if "ask" not in self.features or self.random.random() < 0.3:
            return [f"pthread_join({thread}, 0);"]
        name, cell = self.local(), self.scalar()
        ask = self.random.choice([f"pthread_tryjoin_np({thread}, 0)", f"pthread_tryjoin_np({thread}, 0)",
                                  f"pthread_timedjoin_np({thread}, 0, &(struct timespec){{1, 0}})"])
        wait = f"while ({ask}) sched_yield();"
        if self.random.random() < 0.25:
            return [wait]
        seen = self.random.choice([f"if ({name}) {cell} = {self.number()};", f"{cell} += {name} != 0;",
                                   f"assert(!{name});", f"assert({name} || {self.condition([])[0]});"])
        last = self.random.choice([f"pthread_join({thread}, 0);", f"pthread_join({thread}, 0);", wait])
        return [f"int {name} = {ask};", seen, f"if ({name}) {last}"]

    def whole(self, body, known, budget):
        """A function that is an atomic section."""
        name = self.local()
        body.append(f"int {name} = __VERIFIER_atomic_p@({self.random.choice([*known, '1', '2'])});")
        known.append(name)
        return 1

    def some(self, body, known, budget, plain=False):
        spent = 0
        while spent < budget:
            choices = ["store"] * 3 + ["update"] * 2 + ["load"] * 3 + ["branch"] * 2
            if not plain:
                choices += [c for c in self.features if c in OWN_STATEMENT] * 2 + ["claim"]
                often = 30 if "own" in self.features else 3
                choices += ["lock"] * often if budget >= 3 and "mutex" in self.features else []
                choices += ["trylock"] * 3 if budget >= 3 and "mutex" in self.features else []
                choices += ["input"] * 2 if self.symbolic else []
                choices += ["alias", "point"] if "pointer" in self.features else []
                choices += ["wait", "signal", "signal"] if "condition" in self.features else []
                choices += ["loop"] if budget >= 4 else []
                choices += ["flag"] * 3 if "wait_for" in self.features else []
                choices += ["call"] * 4 if "call" in self.features else []
                choices += ["list"] * 3 if "list" in self.features else []
                choices += [c for c in self.features if c in ("handles", "keys")] * 8
                choices += self.more(budget)
            choices += ["output"] * 7 if "output" in self.features else []
            spent += getattr(self, self.random.choice(choices))(body, known, budget - spent)
            if self.random.random() < 0.15:
                break
        return max(spent, 1)

    # ---- the program

    def declarations(self):
        lines = [f"static {self.types[c]} p@_{c} = {self.random.choice([0, 0, 1, 2])};" for c in self.cells]
        lines += ["static int p@_y, p@_z = 1;", "static int *p@_p = &p@_y;"]
        lines += [f"static pthread_mutex_t p@_{m} = PTHREAD_MUTEX_INITIALIZER;" for m in self.mutexes]
        table = [("array", "static int p@_a[3];"), ("own", "static int p@_e[4];"), ("heap", "static int *p@_h;"),
                 ("union", "static union { uint32_t w; uint16_t h[2]; uint8_t b[4]; } p@_u;"),
                 ("condition", "static pthread_cond_t p@_c = PTHREAD_COND_INITIALIZER;"),
                 ("semaphore", "static sem_t p@_s;"), ("rwlock", "static pthread_rwlock_t p@_rw = PTHREAD_RWLOCK_INITIALIZER;"),
                 ("spin", "static pthread_spinlock_t p@_sp;"), ("atomic", f"static _Atomic {self.counters} p@_t0, p@_t1;"),
                 ("barrier", "static pthread_barrier_t p@_b;"), ("futex", "static atomic_int p@_fx0, p@_fx1;"), ("wait_for", "static atomic_int p@_f0, p@_f1;"),
                 ("call", "static int p@_k[2];\n"
                          "static int p@_get(int k) { return k + p@_k[0]; }\n"
                          "static int p@_bump(int k) { return p@_k[1] += k; }\n"
                          "static int (*const p@_functions[2])(int) = {p@_get, p@_bump};\n"
                          "static int p@_twice(int (*f)(int), int k) { return f(k) + f(1); }\n"
                          "static void p@_put(int *to, int v) { *to = v; }\n"
                          "static void p@_add(int *to, int v) { *to += v; }\n"
                          "static void (*p@_into)(int *, int) = p@_put;"),
                 ("list", "static struct p@_node { int value; struct p@_node *next; } *p@_head;"),
                 ("output", "static uint32_t p@_o[2]; static int64_t p@_v;\n"
                            "static union { uint32_t w; uint8_t b[4]; } p@_q;"),
                 ("clock", "static int p@_ms(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); "
                           "return (int)(t.tv_sec - 1000) * 1000 + (int)(t.tv_nsec / 1000000); }"),
                 ("timed", "static sem_t p@_ds; static pthread_cond_t p@_dc = PTHREAD_COND_INITIALIZER;\n"
                           "static const struct timespec p@_dt = {2000000000, 0};"),
                 ("robust", "static pthread_mutex_t p@_rm; static pthread_cond_t p@_rc = PTHREAD_COND_INITIALIZER;"),
                 ("cancel", "static sem_t p@_cs; static pthread_t p@_main; static pthread_cond_t p@_cc = PTHREAD_COND_INITIALIZER;\n"
                            "static void p@_clean(void *v) { p@_y = p@_y * 4 + (int)(intptr_t)v; }\n"
                            "static void p@_unlock(void *m) { pthread_mutex_unlock(m); }"),
                 ("interrupt", "static sem_t p@_gs; static pthread_t p@_first; static sigset_t p@_mask; static _Thread_local int p@_own;\n"
                            f"static void p@_handle(int n) {{ {self.handler()} }}"),
                 ("specific", "static pthread_key_t p@_ky; static void p@_end(void *v) { p@_y += (int)(intptr_t)v; }"),
                 ("handles", "static _Atomic(pthread_t) p@_hs;\n"
                             "static void *p@_short0(void *a) { p@_hs = pthread_self(); return a; }\n"
                             "static void *p@_short1(void *a) { if (p@_hs == pthread_self()) p@_y += 3; return a; }\n"
                             "static void *p@_short2(void *a) { return a; }"),
                 ("keys", "static _Atomic(pthread_key_t) p@_kn, p@_ko = 77;"),
                 ("reuse", "static void *_Atomic p@_stale, *_Atomic p@_fresh;"),
                 ("whole", "static int __VERIFIER_atomic_p@(int k) { p@_z += k; return p@_y += p@_z; }"),
                 ("once", "static pthread_once_t p@_on = PTHREAD_ONCE_INIT;\nstatic void p@_once(void) { p@_y += 2; }")]
        return lines + [line for feature, line in table if feature in self.features]

    def barrier_count(self):
        return self.random.choice([1, 2, 2, 3]) if self.size == "outcomes" else 2

    def handler(self):
        """What a signal handler does."""
        pick = random.Random(f"handler {self.seed}").choice
        return " ".join(pick(["p@_y = p@_y * 2 + p@_own;", "sem_post(&p@_gs);", "p@_x0 += 3;", "p@_own = 2;",
                              "if (p@_z == 1) p@_y++;"]) for _ in range(pick([1, 1, 2])))

    def initialise(self):
        lines = []
        for mutex, kind in self.kinds.items():
            if kind != "NORMAL" and "mutex" in self.features:
                lines += [f"pthread_mutexattr_t t_{mutex}; pthread_mutexattr_init(&t_{mutex}); "
                          f"pthread_mutexattr_settype(&t_{mutex}, PTHREAD_MUTEX_{kind}); "
                          f"pthread_mutex_init(&{self.g(mutex)}, &t_{mutex});"]
        kind = self.random.choice(["NORMAL", "NORMAL", "RECURSIVE", "ERRORCHECK"])
        table = [("robust", "pthread_mutexattr_t t_rm; pthread_mutexattr_init(&t_rm); "
                            "pthread_mutexattr_setrobust(&t_rm, PTHREAD_MUTEX_ROBUST); "
                            f"pthread_mutexattr_settype(&t_rm, PTHREAD_MUTEX_{kind}); pthread_mutex_init(&p@_rm, &t_rm);"),
                 ("cancel", f"sem_init(&p@_cs, 0, {self.random.randint(0, 1)}); p@_main = pthread_self();"),
                 ("interrupt", f"sem_init(&p@_gs, 0, {self.seed % 2}); p@_first = pthread_self(); sigaddset(&p@_mask, SIGUSR1); "
                            f"sigaction(SIGUSR1, &(struct sigaction){{.sa_handler = p@_handle, .sa_flags = {'SA_RESTART' if self.seed % 3 else '0'}}}, 0);"),
                 ("semaphore", f"sem_init(&p@_s, 0, {self.random.randint(0, 2)});"), ("spin", "pthread_spin_init(&p@_sp, 0);"),
                 ("timed", "sem_init(&p@_ds, 0, 0);"), ("specific", "pthread_key_create(&p@_ky, p@_end);"),
                 ("keys", "pthread_key_t first; pthread_key_create(&first, 0); p@_kn = first;"),
                 ("barrier", f"pthread_barrier_init(&p@_b, 0, {self.barrier_count()});"), ("heap", "p@_h = calloc(2, 4);")]
        return lines + [line for feature, line in table if feature in self.features]

    def checksum(self):
        names = [f"p@_{c}" for c in self.cells] + ["p@_y", "p@_z"]
        for feature, more in [("array", ["p@_a[0]", "p@_a[1]", "p@_a[2]"]), ("union", ["p@_u.w"]),
                              ("own", ["p@_e[0]", "p@_e[1]", "p@_e[2]", "p@_e[3]"]),
                              ("call", ["p@_k[0]", "p@_k[1]"]), ("list", ["(p@_head ? p@_head->value : 9)"]),
                              ("output", ["p@_o[0]", "p@_o[1]", "p@_q.w", "p@_v"]),
                              ("atomic", ["p@_t0", "p@_t1"]), ("futex", ["p@_fx0", "p@_fx1"]), ("wait_for", ["p@_f0", "p@_f1"]), ("clock", ["p@_ms()"])]:
            names += more if feature in self.features else []
        if self.random.random() < 0.6:  # little matters then
            names = self.random.sample(names, self.random.randint(1, 2))
        return ["uint32_t sum = 7;"] + [f"sum = sum * 31 + (uint32_t){name};" for name in names]

    def costs(self):
        """Costs of the threads and of main (0: it only joins)."""
        while True:
            count = self.random.choice([2, 2, 2, 3, 3])
            costs = [self.random.randint(1, 7) for _ in range(count)]
            if self.size == "signals":
                costs = [self.random.randint(1, 3) for _ in range(self.random.choice([1, 1, 2]))]
                return costs, self.random.choice([0, 0, 1])
            if self.size in ("cancels", "identifiers"):
                costs = [self.random.randint(1, 4) for _ in range(self.random.choice([1, 2, 2]))]
            main = self.random.choice([0, 0, 0, 1, 2])
            more = bool({"ask", "cancel"} & set(self.features))  # ends are operations
            if 4 <= interleavings([cost + more for cost in costs] + [main + more]) <= self.limit:
                return costs, main

    def second_phase(self):
        """Main alone, then with the first thread once more."""
        lines = []
        if "output" in self.features and self.random.random() < 0.7:
            lines.append(f"if ({self.random.choice(['p@_o[0]', 'p@_q.b[0]', 'p@_v'])} == {self.number()}) "
                         f"{self.random.choice(['p@_y', 'p@_o[0]', 'p@_o[1]'])} = {self.number()};")
        lines.append("pthread_create(&w0, 0, p@_w0, 0);")
        if "output" in self.features and self.random.random() < 0.5:
            lines.append(f"p@_o[0] = {self.number()};")
        return lines + ["pthread_join(w0, 0);"]

    def program(self):
        costs, main_cost = self.costs()
        bodies = []
        for self.present, cost in enumerate(costs):
            body, spent = [], 0
            while spent < cost:
                spent += self.some(body, [], cost - spent)
            bodies.append(body)
        self.present = 3
        parts = self.declarations()
        count = len(bodies)
        nested = count > 1 and self.random.random() < 0.15  # the first thread creates the last
        if nested:
            create = f"pthread_t n; pthread_create(&n, 0, p@_w{count - 1}, 0);"
            bodies[0].insert(self.random.randint(0, len(bodies[0])) if self.random.random() < 0.5 else 0, create)
            if self.random.random() < 0.9:
                bodies[0] += self.join("n")
            else:
                self.joined = False
        for k in reversed(range(count)):
            parts.append(Block(f"static void *p@_w{k}(void *argument)", bodies[k] + ["return argument;"], keep=True))
        main, known = self.initialise(), []
        started = range(count - 1) if nested else range(count)
        main += [f"pthread_t w{k}; pthread_create(&w{k}, 0, p@_w{k}, 0);" for k in started]
        if main_cost:
            self.some(main, known, main_cost)
        if "cancel" in self.features:
            main += [f"pthread_cancel(w{k});" for k in started if self.random.random() < 0.6]
        if "interrupt" in self.features:
            main.append(f"pthread_kill(w{self.random.choice(list(started))}, SIGUSR1);")
        for k in self.random.sample(list(started), len(started)):
            if self.joined or self.random.random() < 0.5:
                main += self.join(f"w{k}")
        again = "output" in self.features or self.size == "identifiers"
        if self.joined and not nested and again and self.random.random() < 0.4:
            main += self.second_phase()
        if self.random.random() < 0.3:
            condition, _ = self.condition([])
            main.append(f"assert({condition});")
        if self.joined:
            main += self.checksum() + ["write(1, &sum, sizeof sum);"]
            if not self.symbolic:
                parts.insert(0, "static volatile uint32_t forbidden_@ = 0x5eed1234;")
                main.append('assert(sum != forbidden_@ && "forbidden");')
        if self.symbolic:
            parts.insert(0, "char symbolic_@ = 1;")
        if {"handles", "keys"} & set(self.features):
            parts.insert(0, "char returning_@ = 1;")
        parts_of_one = {"exchange", "union"} <= set(self.features)  # whether one writes depends on more than whole writes
        if {"barrier", "section", "passage", "whole", "handles", "keys", "interrupt"} & set(self.features) or parts_of_one:
            parts.insert(0, "char varying_@ = 1;")
        status = f"{self.scalar()} == 2 ? 3 : 0" if "quit" in self.features else "0"
        parts.append(Block("int main_@(void)", main + [f"return {status};"], keep=True))
        return Program(self.seed, parts)


FEATURES = [("mutex", 0.5), ("condition", 0.25), ("semaphore", 0.2), ("rwlock", 0.15), ("spin", 0.08), ("atomic", 0.35),
            ("section", 0.15), ("array", 0.3), ("union", 0.2), ("pointer", 0.3), ("heap", 0.15), ("barrier", 0.08),
            ("once", 0.07), ("leave", 0.08), ("quit", 0.05), ("wait_for", 0.12), ("own", 0.35), ("output", 0.3),
            ("call", 0.2), ("list", 0.12), ("passage", 0.06),
            ("timed", 0.06), ("ask", 0.12), ("specific", 0.06), ("whole", 0.06), ("reuse", 0.08), ("robust", 0.08), ("futex", 0.08)]


OWN_STATEMENT = {"semaphore", "rwlock", "spin", "atomic", "section", "heap", "barrier", "once", "leave", "quit",
                 "wait_for", "timed", "specific", "whole", "reuse", "clock", "robust", "cancel", "interrupt", "futex", "handles",
                 "keys", "exchange"}


def generate(seed, size="normal", limit=400):
    return Generator(seed, limit, size).program()
