"""Programs whose data is protected by locks, or nearly: for the oracle of the static proof that there is no data race
(analysis/race_proof.h). Each datum has a lock of its own, and each access takes it by one of many ways; now and then something is
left out, or goes through a pointer, an array, a structure, a helper, a try, a wait, a branch, and is right or just not."""

import random

from source import Block, Program

PROLOGUE = """#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
"""
EPILOGUE = ""

SHARED = """static pthread_mutex_t p@_m = PTHREAD_MUTEX_INITIALIZER, p@_n = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t p@_many[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t p@_rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t p@_sp;
static mtx_t p@_c11;
static pthread_cond_t p@_cond = PTHREAD_COND_INITIALIZER;
struct p@_box { int before; pthread_mutex_t lock; int value; };
static struct p@_box p@_s = {0, PTHREAD_MUTEX_INITIALIZER, 0}, *p@_h, *p@_hn;
static pthread_mutex_t p@_special;
static pthread_mutex_t *p@_to = &p@_m;
static sem_t p@_sem;
static struct timespec p@_until = {1, 0};
struct p@_cell { int first; pthread_mutex_t lock; int second; pthread_rwlock_t rw; struct p@_cell *other; };
static struct p@_cell p@_cells[2] = {{0, PTHREAD_MUTEX_INITIALIZER, 0, PTHREAD_RWLOCK_INITIALIZER, 0}, {0, PTHREAD_MUTEX_INITIALIZER, 0, PTHREAD_RWLOCK_INITIALIZER, 0}};
static struct p@_cell *p@_list;
static int p@_x, p@_y, p@_z, p@_w, p@_flag, p@_array[3];
static atomic_int p@_a;
static _Thread_local int p@_own;
static pthread_t p@_self;
static pthread_once_t p@_once = PTHREAD_ONCE_INIT;
"""

HELPERS = {
    "lock_m": "static void p@_lock_m(void) { pthread_mutex_lock(&p@_m); }",
    "unlock_m": "static void p@_unlock_m(void) { pthread_mutex_unlock(&p@_m); }",
    "lock_to": "static void p@_lock_to(pthread_mutex_t *l) { pthread_mutex_lock(l); }",
    "unlock_to": "static void p@_unlock_to(pthread_mutex_t *l) { pthread_mutex_unlock(l); }",
    "maybe": "static int p@_maybe(int c) { if (c) { pthread_mutex_lock(&p@_m); return 1; } return 0; }",
    "early": "static int p@_early(void) { pthread_mutex_lock(&p@_m); if (p@_x > 3) { pthread_mutex_unlock(&p@_m); return 1; } "
             "p@_x++; pthread_mutex_unlock(&p@_m); return 0; }",
    "early_wrong": "static int p@_early_wrong(void) { pthread_mutex_lock(&p@_m); if (p@_x > 0) { pthread_mutex_unlock(&p@_m); } "
                   "p@_x++; pthread_mutex_unlock(&p@_m); return 0; }",
    "try": "static int p@_try(void) { return pthread_mutex_trylock(&p@_m); }",
    "count": "static void p@_count(int n) { if (n > 0) { p@_x++; p@_count(n - 1); } }",
    "pass": "static void p@_pass(void) { pthread_mutex_unlock(&p@_m); pthread_mutex_lock(&p@_m); }",
    "section": "static void __VERIFIER_atomic_p@(void) { p@_w++; }",
    "leave": "static void p@_leave(struct p@_cell *c) { pthread_mutex_unlock(&c->lock); }",
    "enter": "static void p@_enter(struct p@_cell *c) { pthread_mutex_lock(&c->lock); }",
    "bump": "static void p@_bump(struct p@_cell *c) { pthread_mutex_lock(&c->lock); c->second++; pthread_mutex_unlock(&c->lock); }",
    "init": "static void p@_init(void) { p@_z = 7; }",
    "start": "static void *__VERIFIER_atomic_start_p@(void *argument) { p@_w++; return argument; }",
    "once": "static void __VERIFIER_atomic_once_p@(void) { p@_w++; }",
}


class Locked:
    def __init__(self, seed):
        self.random = random.Random(f"locked {seed}")
        self.wrong = self.random.choice([0, 0, 0.1, 0.25, 0.5])  # how often something is not right
        self.used = set()
        self.odd = self.random.random() < 0.4  # things that the proof may give up on
        self.kinds = self.random.sample(["m", "m", "n", "rw", "sp", "c11", "box", "heap", "many", "section", "special", "atomic",
                                         "own", "local", "wait", "to", "published", "beside", "beside", "semaphore"], self.random.choice([1, 2, 2, 3, 4]))

    def helper(self, name):
        self.used.add(name)
        return f"p@_{name}"

    def slip(self):
        return self.random.random() < self.wrong

    def access(self, datum):
        return self.random.choice([f"{datum}++;", f"{datum} = {datum} + 2;", f"{datum} = 1;", f"if ({datum} > 5) {datum} = 0;",
                                   f"memcpy(&{datum}, &(int){{3}}, sizeof {datum});", f"(void)memcmp(&{datum}, &{datum}, 1);",
                                   f"*(int *)({{ int *q = &{datum}; q; }}) += 1;"])

    def read(self, datum):
        return self.random.choice([f"(void)(*(volatile int *)&{datum});", f"if ({datum} == 3) p@_own++;", f"p@_own += {datum};"])

    # Each returns statements.
    def m(self):
        pick, use = self.random.randrange(13), self.access("p@_x")
        if self.slip():
            return self.random.choice([[use], ["pthread_mutex_lock(&p@_n);", use, "pthread_mutex_unlock(&p@_n);"],
                                       ["pthread_mutex_lock(&p@_m);", "pthread_mutex_unlock(&p@_m);", use],
                                       [f"if ({self.helper('maybe')}(p@_own)) pthread_mutex_unlock(&p@_m); else {use}"],
                                       [f"{self.helper('early_wrong')}();"],
                                       ["if (pthread_mutex_trylock(&p@_m)) {", use, "} else pthread_mutex_unlock(&p@_m);"],
                                       [f"if ({self.helper('try')}() != EBUSY) pthread_mutex_unlock(&p@_m); {use}"],
                                       ["pthread_mutex_unlock(&p@_m);", use],
                                       ["pthread_mutex_lock(&p@_m);", f"{self.helper('unlock_to')}(p@_to);", use]])
        if pick == 0:
            return [f"{self.helper('lock_m')}();", use, f"{self.helper('unlock_m')}();"]
        if pick == 1:
            return ["if (pthread_mutex_trylock(&p@_m) == 0) {", use, "pthread_mutex_unlock(&p@_m); }"]
        if pick == 2:
            return ["if (!pthread_mutex_timedlock(&p@_m, &(struct timespec){1, 0})) {", use, "pthread_mutex_unlock(&p@_m); }"]
        if pick == 3:
            return [f"{self.helper('early')}();"]
        if pick == 4:
            return [f"pthread_mutex_lock(&p@_m); {self.helper('count')}(2); pthread_mutex_unlock(&p@_m);"]
        if pick == 5:
            return ["pthread_mutex_lock(&p@_m);", use, f"{self.helper('pass')}();", self.access("p@_x"), "pthread_mutex_unlock(&p@_m);"]
        if pick == 6:
            return ["pthread_mutex_lock(&p@_n);", "pthread_mutex_lock(&p@_m);", use, "pthread_mutex_unlock(&p@_m);",
                    "pthread_mutex_unlock(&p@_n);"]
        if pick == 7:
            return ["while (pthread_mutex_trylock(&p@_m) != 0) ;", use, "pthread_mutex_unlock(&p@_m);"]
        if pick == 8:
            return [f"{self.helper('lock_to')}(&p@_m);", use, f"{self.helper('unlock_to')}(&p@_m);"]
        if pick == 9:
            return ["for (int i = 0; i < 2; i++) {", "pthread_mutex_lock(&p@_m);", use, "pthread_mutex_unlock(&p@_m); }"]
        if pick == 10:
            return [f"int t@ = pthread_mutex_trylock(&p@_m); if (t@) {{ p@_own++; }} else {{ {use} pthread_mutex_unlock(&p@_m); }}"]
        return ["pthread_mutex_lock(&p@_m);", use, "pthread_mutex_unlock(&p@_m);"]

    def n(self):
        if self.slip():
            return [self.access("p@_y")]
        return ["pthread_mutex_lock(&p@_n);", self.access("p@_y"), "pthread_mutex_unlock(&p@_n);"]

    def rw(self):
        use, look = self.access("p@_z"), self.read("p@_z")
        if self.slip():
            return self.random.choice([["pthread_rwlock_rdlock(&p@_rw);", use, "pthread_rwlock_unlock(&p@_rw);"], [look],
                                       ["if (p@_own) pthread_rwlock_rdlock(&p@_rw);", look, "pthread_rwlock_unlock(&p@_rw);"],
                                       ["pthread_rwlock_unlock(&p@_rw);"],
                                       ["if (pthread_rwlock_tryrdlock(&p@_rw) == 0) {", use, "pthread_rwlock_unlock(&p@_rw); }"]])
        return self.random.choice([["pthread_rwlock_wrlock(&p@_rw);", use, "pthread_rwlock_unlock(&p@_rw);"],
                                   ["pthread_rwlock_rdlock(&p@_rw);", look, "pthread_rwlock_unlock(&p@_rw);"],
                                   ["if (pthread_rwlock_trywrlock(&p@_rw) == 0) {", use, "pthread_rwlock_unlock(&p@_rw); }"],
                                   ["if (!pthread_rwlock_tryrdlock(&p@_rw)) {", look, "pthread_rwlock_unlock(&p@_rw); }"]])

    def sp(self):
        if self.slip():
            return ["if (pthread_spin_trylock(&p@_sp)) p@_own++; else pthread_spin_unlock(&p@_sp);", self.access("p@_w")]
        return self.random.choice([["pthread_spin_lock(&p@_sp);", self.access("p@_w"), "pthread_spin_unlock(&p@_sp);"],
                                   ["if (!pthread_spin_trylock(&p@_sp)) {", self.access("p@_w"), "pthread_spin_unlock(&p@_sp); }"]])

    def c11(self):
        if self.slip():
            return ["mtx_lock(&p@_c11); mtx_unlock(&p@_c11);", self.access("p@_flag")]
        return self.random.choice([["mtx_lock(&p@_c11);", self.access("p@_flag"), "mtx_unlock(&p@_c11);"],
                                   ["if (mtx_trylock(&p@_c11) == thrd_success) {", self.access("p@_flag"), "mtx_unlock(&p@_c11); }"]])

    def box(self):
        where = self.random.choice(["p@_s.value", "p@_s.before"])
        if self.slip():
            return self.random.choice([["pthread_mutex_lock(&p@_m);", self.access(where), "pthread_mutex_unlock(&p@_m);"],
                                       ["pthread_mutex_lock(&p@_s.lock); pthread_mutex_unlock(&p@_s.lock);", self.access(where)],
                                       [f"memset(&p@_s, 0, sizeof p@_s);"]])
        return ["pthread_mutex_lock(&p@_s.lock);", self.access(where), "pthread_mutex_unlock(&p@_s.lock);"]

    def heap(self):
        one = self.random.choice(["p@_h", "p@_h", "p@_hn"])
        if self.slip():
            return [f"pthread_mutex_lock(&{one}->lock);", self.access("p@_h->value"), f"pthread_mutex_unlock(&{one}->lock);"]
        return [f"pthread_mutex_lock(&{one}->lock);", self.access(f"{one}->value"), f"pthread_mutex_unlock(&{one}->lock);"]

    def many(self):
        k = self.random.randrange(3)
        index = str(k) if self.random.random() < 0.6 else f"(p@_own + {k}) % 3"
        other = "1" if self.slip() else index
        return [f"{{ int i = {index}, j = {other}; pthread_mutex_lock(&p@_many[i]);", self.access("p@_array[j]"),
                "pthread_mutex_unlock(&p@_many[i]); }"] if not index.isdigit() or other != index else [
            f"pthread_mutex_lock(&p@_many[{k}]);", self.access(f"p@_array[{k}]"), f"pthread_mutex_unlock(&p@_many[{k}]);"]

    # Locks beside their data, in elements of an array or a list: analysis/relative_locks.h.
    def beside(self):
        choose = self.random.choice(["&p@_cells[p@_own & 1]", "&p@_cells[__VERIFIER_nondet_int() & 1]", "&p@_cells[1]", "p@_list", "p@_list->other",
                                     "(p@_own ? &p@_cells[0] : p@_list)", "(argument ? (struct p@_cell *)argument : &p@_cells[0])"])
        use = self.access(self.random.choice(["c->first", "c->second", "c->first"]))
        take, give = "pthread_mutex_lock(&c->lock);", "pthread_mutex_unlock(&c->lock);"
        head = f"struct p@_cell *c = {choose}; if (!c) c = p@_cells;"
        if self.slip():
            return [head, *self.random.choice([
                [use], [take, give, use], [take, f"{self.helper('leave')}(c);", use],
                [take, "c = c == p@_cells ? p@_cells + 1 : p@_cells;", use],
                [take, "struct p@_cell *d = c; if (p@_own) d = p@_cells;", use.replace("c->", "d->"), give],
                ["struct p@_cell *d = c->other ? c->other : c; pthread_mutex_lock(&d->lock);", use, "pthread_mutex_unlock(&d->lock);"],
                [take, use, "if (c == p@_cells) c[1].first++;", give],
                [give, use], ["if (pthread_mutex_trylock(&c->lock)) {", use, "} else", give],
                ["if (p@_own)", take, use, "if (p@_own)", give],
                ["struct p@_cell copy = *c; pthread_mutex_lock(&copy.lock);", use, "pthread_mutex_unlock(&copy.lock);"],
                ["pthread_rwlock_rdlock(&c->rw);", use, "pthread_rwlock_unlock(&c->rw);"],
                ["pthread_rwlock_unlock(&c->rw);"], ["memset(&c->lock, 0, sizeof c->lock);", take, use, give],
                [take, "pthread_mutex_unlock(&p@_cells[1].lock);", use, give],
                ["for (int i = 0; i < 2; i++) {", take, "c->first++; c = &p@_cells[i]; c->second++;", give, "}"],
                [take, "for (int i = 0; i < 2 && c < p@_cells + 2; i++) {", use, "c++; }"],
                ["pthread_mutex_t *l = (pthread_mutex_t *)((char *)&c->lock + (p@_own ? sizeof *c : 0));", "pthread_mutex_lock(l);", use, "pthread_mutex_unlock(l);"],
                [take, "p@_list = p@_list->other;", give]])]
        return [head, *self.random.choice([
            [take, use, give], [take, use, give], [take, "c->first++; c->second--;", give], [f"{self.helper('bump')}(c);"],
            ["for (int i = 0; i < 2; i++) {", "c = &p@_cells[i];", take, use, give, "}"],
            ["for (c = p@_list; c; c = c->other) {", take, use, give, "}"],
            ["if (pthread_mutex_trylock(&c->lock) == 0) {", use, give, "}"],
            ["if (p@_own) {", take, "c->first = 2; } else if (pthread_mutex_trylock(&c->lock)) return 0;", use, give],
            ["pthread_rwlock_wrlock(&c->rw); c->second += 0; c->second--; pthread_rwlock_unlock(&c->rw);"] if self.random.random() < 0.2 else [take, use, give],
            [f"{self.helper('enter')}(c);", f"{self.helper('leave')}(c);"],
            ["struct p@_cell *d = c; int k = 0; if (p@_own) k = 1; pthread_mutex_lock(&d[0].lock);", use, "pthread_mutex_unlock(&d->lock); p@_own = k;"],
            [take, "pthread_mutex_lock(&p@_m);", use, "pthread_mutex_unlock(&p@_m);", give]])]

    def semaphore(self):
        use = self.access("p@_w")
        if self.slip():
            return self.random.choice([[use], ["sem_post(&p@_sem);"], ["sem_wait(&p@_sem);", use, "sem_post(&p@_sem); sem_post(&p@_sem);"],
                                       ["if (sem_trywait(&p@_sem)) {", use, "} else sem_post(&p@_sem);"],
                                       ["sem_wait(&p@_sem); sem_post(&p@_sem);", use], ["sem_init(&p@_sem, 0, 1);"],
                                       ["int v; sem_getvalue(&p@_sem, &v); if (v) {", use, "}"]])
        return self.random.choice([["sem_wait(&p@_sem);", use, "sem_post(&p@_sem);"],
                                   ["if (sem_trywait(&p@_sem) == 0) {", use, "sem_post(&p@_sem); }"],
                                   ["if (!sem_timedwait(&p@_sem, &(struct timespec){1, 0})) {", use, "sem_post(&p@_sem); }"]])

    def section(self):
        if self.slip():
            return ["__VERIFIER_atomic_begin(); __VERIFIER_atomic_end();", self.access("p@_w")]
        if self.random.random() < 0.4:
            self.used.add("section")
            return ["__VERIFIER_atomic_p@();"]
        return ["__VERIFIER_atomic_begin();", self.access("p@_w"), "__VERIFIER_atomic_end();"]

    def special(self):
        checked = self.random.random() < 0.3
        take = "if (pthread_mutex_lock(&p@_special) == 0) {" if checked else "pthread_mutex_lock(&p@_special); {"
        if self.slip():
            take = "pthread_mutex_lock(&p@_special); pthread_mutex_unlock(&p@_special); {"
        more = ["pthread_mutex_lock(&p@_special); pthread_mutex_unlock(&p@_special);"] if self.random.random() < 0.3 else []
        return [take, *more, self.access("p@_flag"), "pthread_mutex_unlock(&p@_special); }"]

    def atomic(self):
        if self.slip():
            return ["(void)(*(volatile int *)&p@_a);"] if self.random.random() < 0.5 else ["*(int *)&p@_a = 3;"]
        return self.random.choice([["p@_a++;"], ["atomic_store(&p@_a, 3);"], ["if (atomic_load(&p@_a) == 2) p@_own++;"]])

    def own(self):
        return ["p@_own++;"]

    def local(self):
        return ["{ int l = 3, *q = &l; *q += 2; p@_own += l; int *h = malloc(4); *h = l; free(h); }"]

    def wait(self):
        wait = self.random.choice(["pthread_cond_timedwait(&p@_cond, &p@_m, &p@_until);", "pthread_cond_timedwait(&p@_cond, &p@_m, &(struct timespec){1, 0});"])
        extra = ["p@_until.tv_sec = 2;"] if self.slip() else []
        return ["pthread_mutex_lock(&p@_m);", *extra, self.access("p@_x"), wait, self.access("p@_x"), "pthread_mutex_unlock(&p@_m);",
                "pthread_cond_signal(&p@_cond);"]

    def to(self):
        change = ["p@_to = &p@_n;"] if self.slip() else []
        return [*change, "pthread_mutex_lock(p@_to);", self.access("p@_x"), "pthread_mutex_unlock(p@_to);"]

    def published(self):
        return ["{ struct p@_box *b = malloc(sizeof *b);", "b->value = 1;" if not self.slip() else "b->value = 1; p@_hn = b;",
                "pthread_mutex_lock(&p@_s.lock); p@_s.before = b->value; pthread_mutex_unlock(&p@_s.lock); }"]

    def statements(self, count):
        out = []
        for _ in range(count):
            kind = self.random.choice(self.kinds)
            lines = getattr(self, kind)()
            if self.odd and self.random.random() < 0.12:
                lines = [*lines, self.random.choice(["if (p@_own == 9) return 0;", "if (p@_own) pthread_exit(0);",
                                                     "if (__VERIFIER_nondet_int()) {", "p@_own = (int)sizeof p@_s;"])]
                if lines[-1].endswith("{"):
                    lines = [lines[-1], *lines[:-1], "}"]
            out.append("{ " + " ".join(lines) + " }")
        return out

    # What runs without a call in the program: sections that are none there, functions of the library.
    def called_by_library(self):
        if self.random.random() > 0.15:
            return []
        pick = self.random.randrange(4)
        if pick == 0:
            self.used.add("start")
            return ["{ pthread_t o; pthread_create(&o, 0, __VERIFIER_atomic_start_p@, 0); }"]
        if pick == 1:
            self.used.add("once")
            return ["pthread_once(&p@_once, __VERIFIER_atomic_once_p@);"]
        if pick == 2:
            return ["{ pthread_t o; pthread_create(&o, 0, (void *(*)(void *))pthread_rwlock_unlock, &p@_rw); }"]
        return ["{ pthread_key_t k; pthread_key_create(&k, (void (*)(void *))pthread_rwlock_unlock); pthread_setspecific(k, &p@_rw); "
                "pthread_exit(0); }"]

    def make(self, seed):
        pick = self.random.random
        threads = self.random.choice([2, 2, 2, 3])
        same = pick() < 0.35  # one routine
        routines = [Block(f"static void *p@_run{k}(void *argument)", [*self.statements(self.random.choice([1, 1, 2])), "return argument;"])
                    for k in range(1 if same else threads)]
        attribute = self.random.choice(["", "PTHREAD_MUTEX_ERRORCHECK", "PTHREAD_MUTEX_RECURSIVE", "PTHREAD_MUTEX_NORMAL"])
        setup = ["pthread_spin_init(&p@_sp, 0);", "mtx_init(&p@_c11, mtx_plain);",
                 "p@_h = malloc(sizeof *p@_h); memset(p@_h, 0, sizeof *p@_h); pthread_mutex_init(&p@_h->lock, 0);",
                 "p@_hn = p@_h;" if pick() < 0.6 else
                 "p@_hn = malloc(sizeof *p@_hn); memset(p@_hn, 0, sizeof *p@_hn); pthread_mutex_init(&p@_hn->lock, 0);"]
        if "semaphore" in self.kinds:
            setup.append(self.random.choice(["sem_init(&p@_sem, 0, 1);", "sem_init(&p@_sem, 0, 1);", "sem_init(&p@_sem, 0, 1);"] if not self.slip() else
                                            ["sem_init(&p@_sem, 0, 2);", "sem_init(&p@_sem, 0, 1); sem_wait(&p@_sem);", "sem_init(&p@_sem, 0, 0); sem_post(&p@_sem);",
                                             "sem_init(&p@_sem, 0, 1); sem_wait(&p@_sem); sem_init(&p@_sem, 0, 1);", "sem_init(&p@_sem, 0, 1 + (__VERIFIER_nondet_int() == 3));",
                                             "for (int i = 0; i < 2; i++) { sem_init(&p@_sem, 0, 1); sem_wait(&p@_sem); }"]))
        if "beside" in self.kinds:
            setup.append(self.random.choice(["p@_list = &p@_cells[1]; p@_list->other = &p@_cells[0];",
                                             "for (int i = 0; i < 2; i++) { struct p@_cell *c = calloc(1, sizeof *c); pthread_mutex_init(&c->lock, 0); "
                                             "c->other = p@_list; p@_list = c; }",
                                             "p@_list = malloc(2 * sizeof *p@_list); memset(p@_list, 0, 2 * sizeof *p@_list); p@_list->other = p@_list + 1;"]))
        if "special" in self.kinds:
            robust = "pthread_mutexattr_setrobust(&at, PTHREAD_MUTEX_ROBUST); " if self.slip() else ""
            setup.append("{ pthread_mutexattr_t at; pthread_mutexattr_init(&at); " +
                         (f"pthread_mutexattr_settype(&at, {attribute}); " if attribute else "") + robust +
                         "pthread_mutex_init(&p@_special, &at); }")
        if self.slip():
            setup.append(self.random.choice(["pthread_mutex_lock(&p@_m); memset(&p@_m, 0, sizeof p@_m);", "pthread_mutex_lock(&p@_m);",
                                             "p@_to = &p@_n;"]))
        local = pick() < 0.15
        if local:
            setup.append("struct p@_box here = {0}; pthread_mutex_init(&here.lock, 0); p@_h = &here;")
        given = self.random.choice(["0", "0", "&p@_cells[1]", "p@_list"]) if "beside" in self.kinds else "0"
        create = [f"pthread_create(&t[{k}], 0, p@_run{0 if same else k}, {given});" for k in range(threads)]
        if same and pick() < 0.5:
            create = [f"for (int k = 0; k < {threads}; k++) pthread_create(&t[k], 0, p@_run0, 0);"]
        meanwhile = self.statements(self.random.choice([0, 0, 1]))
        create += self.called_by_library()
        join = [f"pthread_join(t[{k}], 0);" for k in range(threads)]
        if self.slip():
            join = join[1:]
        if same and pick() < 0.5 and len(join) == threads:
            join = [f"for (int k = 0; k < {threads}; k++) pthread_join(t[k], 0);"]
        after = [self.read(d) for d in self.random.sample(["p@_x", "p@_y", "p@_z", "p@_w"], 2)] if pick() < 0.5 or local else []
        before = [self.access(d) for d in self.random.sample(["p@_x", "p@_y", "p@_z"], 1)] if pick() < 0.4 else []
        unused = ["void *argument = 0; (void)argument;"] if "beside" in self.kinds else []
        body = [f"pthread_t t[{threads}];", *unused, *setup, *before, *create, *meanwhile, *join, *after, "return 0;"]
        main = Block("int main_@(void)", body, keep=True)
        text = "\n".join("\n".join(block.lines()) for block in [*routines, main])
        helpers = [HELPERS[name] for name in HELPERS if name in self.used or f"_{name}(" in text]
        return Program(seed, [SHARED, *helpers, *routines, main])


def generate(seed):
    return Locked(seed).make(seed)
