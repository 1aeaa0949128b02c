"""Two operations on one object, each after something that another thread may have done, and then a statement that fails: every
kind of object, each pair of its operations, several ways to share them out among threads, each kind of failure. What stops a
thread at such an operation, keeps it waiting, or not, is what a slice leaves out at its peril.

The programs are numbered: TOTAL of them in a row, from any seed, are all of them, and any few are spread over all kinds."""

import threads
from source import Block, Program

PROLOGUE = threads.PROLOGUE + "#include <stdio.h>\n#include <string.h>\n#include <sys/mman.h>\n#include <threads.h>\nvoid heddle_no_body(void);\n"
EPILOGUE = ""

PAST = "&(struct timespec){1, 0}"


def attribute(kind):
    return (f"pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_settype(&at, PTHREAD_MUTEX_{kind}); "
            "pthread_mutex_init(&p@_m, &at);")


ROBUST = ("pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_setrobust(&at, PTHREAD_MUTEX_ROBUST); "
          "pthread_mutex_init(&p@_m, &at);")


def mutex(object_, make="", *more):
    m = object_
    return ("", make, [
        f"pthread_mutex_lock({m});", f"pthread_mutex_unlock({m});", f"pthread_mutex_destroy({m});", f"pthread_mutex_init({m}, 0);",
        f"if (pthread_mutex_trylock({m})) return argument;", f"pthread_mutex_trylock({m});",
        f"if (pthread_mutex_timedlock({m}, {PAST})) return argument;", f"if (pthread_mutex_lock({m})) return argument;",
        f"if (pthread_mutex_unlock({m})) return argument;", f"pthread_mutex_lock({m}); pthread_mutex_unlock({m});",
        f"while (pthread_mutex_trylock({m})) sched_yield();", *more])


def with_declaration(declaration, kind):
    return (declaration, *kind[1:])


# Of each kind of object: globals, how main makes it, and operations on it.
KINDS = [
    with_declaration("static pthread_mutex_t p@_m = PTHREAD_MUTEX_INITIALIZER;", mutex("&p@_m")),
    with_declaration("static pthread_mutex_t p@_m;", mutex("&p@_m", attribute("RECURSIVE"))),
    with_declaration("static pthread_mutex_t p@_m;", mutex("&p@_m", attribute("ERRORCHECK"))),
    ("static pthread_mutex_t p@_m;", ROBUST,
     ["pthread_mutex_lock(&p@_m);", "pthread_mutex_unlock(&p@_m);", "pthread_mutex_consistent(&p@_m);",
      "pthread_mutex_destroy(&p@_m);", "pthread_mutex_init(&p@_m, 0);", "if (pthread_mutex_lock(&p@_m) == EOWNERDEAD) return argument;",
      "if (pthread_mutex_trylock(&p@_m) == EOWNERDEAD) pthread_mutex_consistent(&p@_m);",
      "if (pthread_mutex_consistent(&p@_m)) return argument;", "pthread_mutex_lock(&p@_m); pthread_mutex_unlock(&p@_m);",
      "pthread_mutex_lock(&p@_m); pthread_exit(0);", f"if (pthread_mutex_timedlock(&p@_m, {PAST})) return argument;"]),
    with_declaration("static pthread_mutex_t *p@_m;",
                     mutex("p@_m", "p@_m = malloc(sizeof *p@_m); pthread_mutex_init(p@_m, 0);", "free(p@_m);")),
    with_declaration("static pthread_mutex_t p@_m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};",
                     mutex("&p@_m[p@_w & 1]")),
    ("static mtx_t p@_x;", "mtx_init(&p@_x, mtx_plain);",
     ["mtx_lock(&p@_x);", "mtx_unlock(&p@_x);", "mtx_destroy(&p@_x);", "mtx_init(&p@_x, mtx_recursive);",
      "if (mtx_trylock(&p@_x) != thrd_success) return argument;", f"mtx_timedlock(&p@_x, {PAST});"]),
    ("static pthread_spinlock_t p@_s;", "pthread_spin_init(&p@_s, 0);",
     ["pthread_spin_lock(&p@_s);", "pthread_spin_unlock(&p@_s);", "pthread_spin_destroy(&p@_s);", "pthread_spin_init(&p@_s, 0);",
      "if (pthread_spin_trylock(&p@_s)) return argument;", "pthread_spin_lock(&p@_s); pthread_spin_unlock(&p@_s);"]),
    ("static pthread_rwlock_t p@_r = PTHREAD_RWLOCK_INITIALIZER;", "",
     ["pthread_rwlock_rdlock(&p@_r);", "pthread_rwlock_wrlock(&p@_r);", "pthread_rwlock_unlock(&p@_r);",
      "pthread_rwlock_destroy(&p@_r);", "pthread_rwlock_init(&p@_r, 0);", "if (pthread_rwlock_tryrdlock(&p@_r)) return argument;",
      "if (pthread_rwlock_trywrlock(&p@_r)) return argument;", f"pthread_rwlock_timedwrlock(&p@_r, {PAST});",
      f"if (pthread_rwlock_clockrdlock(&p@_r, CLOCK_MONOTONIC, {PAST})) return argument;"]),
    ("static pthread_rwlock_t p@_r = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;", "",
     ["pthread_rwlock_rdlock(&p@_r);", "pthread_rwlock_wrlock(&p@_r);", "pthread_rwlock_unlock(&p@_r);", "pthread_rwlock_init(&p@_r, 0);",
      "if (pthread_rwlock_tryrdlock(&p@_r)) return argument;", "pthread_rwlock_wrlock(&p@_r); pthread_rwlock_unlock(&p@_r);",
      "pthread_rwlock_rdlock(&p@_r); pthread_rwlock_rdlock(&p@_r);", f"if (pthread_rwlock_timedwrlock(&p@_r, {PAST})) return argument;"]),
    ("static sem_t p@_e;", "sem_init(&p@_e, 0, 1);",
     ["sem_wait(&p@_e);", "sem_post(&p@_e);", "sem_destroy(&p@_e);", "sem_init(&p@_e, 0, 0);", "if (sem_trywait(&p@_e)) return argument;",
      f"if (sem_timedwait(&p@_e, {PAST})) return argument;", "int v; sem_getvalue(&p@_e, &v); if (v) return argument;"]),
    ("static struct { pthread_spinlock_t s; pthread_rwlock_t r; } *p@_b;",
     "p@_b = malloc(sizeof *p@_b); pthread_spin_init(&p@_b->s, 0); pthread_rwlock_init(&p@_b->r, 0);",
     ["pthread_spin_lock(&p@_b->s);", "pthread_spin_unlock(&p@_b->s);", "pthread_rwlock_wrlock(&p@_b->r);",
      "pthread_rwlock_unlock(&p@_b->r);", "if (pthread_rwlock_tryrdlock(&p@_b->r)) return argument;", "free(p@_b);",
      "while (pthread_spin_trylock(&p@_b->s)) ;", "memset(p@_b, 0, sizeof *p@_b);", "p@_b = 0;"]),
    ("static struct { sem_t e; pthread_barrier_t b; pthread_mutex_t m; pthread_cond_t c; } *p@_b;",
     "p@_b = malloc(sizeof *p@_b); sem_init(&p@_b->e, 0, 0); pthread_barrier_init(&p@_b->b, 0, 2); "
     "pthread_mutex_init(&p@_b->m, 0); pthread_cond_init(&p@_b->c, 0);",
     ["sem_wait(&p@_b->e);", "sem_post(&p@_b->e);", "pthread_barrier_wait(&p@_b->b);", "free(p@_b);", "pthread_mutex_lock(&p@_b->m);",
      "pthread_mutex_lock(&p@_b->m); pthread_cond_wait(&p@_b->c, &p@_b->m); pthread_mutex_unlock(&p@_b->m);",
      "pthread_cond_broadcast(&p@_b->c);", "while (sem_trywait(&p@_b->e)) sched_yield();", "p@_b = 0;"]),
    ("static pthread_mutex_t *volatile p@_m; static void p@_frame(int how) { pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER; "
     "p@_m = &l; if (how) pthread_mutex_lock(p@_m); else sched_yield(); }",
     "pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER; p@_m = &own;",
     ["p@_frame(0);", "p@_frame(1);", "pthread_mutex_lock(p@_m);", "pthread_mutex_unlock(p@_m);",
      "if (pthread_mutex_trylock(p@_m)) return argument;", "pthread_mutex_destroy(p@_m);"]),
    ("static pthread_mutex_t p@_m = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t p@_c = PTHREAD_COND_INITIALIZER;", "",
     ["pthread_mutex_lock(&p@_m); pthread_cond_wait(&p@_c, &p@_m); pthread_mutex_unlock(&p@_m);",
      "pthread_mutex_lock(&p@_m); while (!p@_w) pthread_cond_wait(&p@_c, &p@_m); pthread_mutex_unlock(&p@_m);",
      "pthread_cond_wait(&p@_c, &p@_m);", "pthread_cond_signal(&p@_c);", "pthread_cond_broadcast(&p@_c);",
      "pthread_mutex_lock(&p@_m); p@_w = 1; pthread_mutex_unlock(&p@_m); pthread_cond_signal(&p@_c);",
      "pthread_cond_destroy(&p@_c);", "pthread_cond_init(&p@_c, 0);", "pthread_mutex_destroy(&p@_m);", "pthread_mutex_lock(&p@_m);",
      f"pthread_mutex_lock(&p@_m); pthread_cond_timedwait(&p@_c, &p@_m, {PAST});"]),
    ("static pthread_barrier_t p@_b;", "pthread_barrier_init(&p@_b, 0, 2);",
     ["pthread_barrier_wait(&p@_b);", "pthread_barrier_destroy(&p@_b);", "pthread_barrier_init(&p@_b, 0, 1);",
      "if (pthread_barrier_wait(&p@_b)) return argument;"]),
    ("static pthread_once_t p@_o = PTHREAD_ONCE_INIT; static int p@_z; static void p@_init(void) { p@_z++; } "
     "static void p@_lost(void) { pthread_exit(0); }", "",
     ["pthread_once(&p@_o, p@_init);", "pthread_once(&p@_o, p@_lost);", "p@_z = 3;", "if (p@_z != 1) return argument;",
      "memset(&p@_o, 0, sizeof p@_o);", "memset(&p@_o, 7, sizeof p@_o);"]),
    ("static pthread_key_t p@_k; static void p@_gone(void *value) { p@_y = value != 0; }", "pthread_key_create(&p@_k, p@_gone);",
     ["pthread_setspecific(p@_k, &p@_y);", "pthread_setspecific(p@_k, 0);", "pthread_key_delete(p@_k);",
      "if (pthread_getspecific(p@_k)) return argument;", "if (pthread_setspecific(p@_k, &p@_w)) return argument;",
      "pthread_key_create(&p@_k, 0);", "if (pthread_key_delete(p@_k)) return argument;"]),
    ("static pthread_key_t p@_k; static sem_t p@_e; static void p@_gone(void *value) { sem_wait(&p@_e); p@_y = value != 0; }",
     "sem_init(&p@_e, 0, 0); pthread_key_create(&p@_k, p@_gone);",
     ["pthread_setspecific(p@_k, &p@_y);", "pthread_key_delete(p@_k); sem_post(&p@_e);", "sem_post(&p@_e);",
      "if (pthread_setspecific(p@_k, &p@_w)) return argument;"]),
    ("static tss_t p@_k; static void p@_gone(void *value) { p@_y = value != 0; }", "tss_create(&p@_k, p@_gone);",
     ["tss_set(p@_k, &p@_y);", "tss_delete(p@_k);", "if (tss_get(p@_k)) return argument;", "tss_create(&p@_k, p@_gone);"]),
    ("static pthread_t p@_t; static void *p@_run(void *argument) { return argument; }", "pthread_create(&p@_t, 0, p@_run, 0);",
     ["pthread_join(p@_t, 0);", "pthread_detach(p@_t);", "if (pthread_join(p@_t, 0)) return argument;",
      "if (pthread_tryjoin_np(p@_t, 0)) return argument;", "pthread_tryjoin_np(p@_t, 0);",
      f"if (pthread_timedjoin_np(p@_t, 0, {PAST})) return argument;", "while (pthread_tryjoin_np(p@_t, 0)) sched_yield();",
      "if (pthread_detach(p@_t)) return argument;", "pthread_create(&p@_t, 0, p@_run, 0);", "p@_t = pthread_self();"]),
    ("static thrd_t p@_t; static int p@_run(void *argument) { return argument != 0; }", "thrd_create(&p@_t, p@_run, 0);",
     ["thrd_join(p@_t, 0);", "thrd_detach(p@_t);", "if (thrd_join(p@_t, 0) != thrd_success) return argument;"]),
    ("static int *p@_h;", "p@_h = malloc(4); *p@_h = 1;",
     ["free(p@_h);", "p@_h = realloc(p@_h, 8);", "*p@_h = 2;", "if (*p@_h != 1) return argument;", "p@_h = malloc(4); *p@_h = 1;",
      "memset(p@_h, 0, 4);", "free(p@_h); p@_h = 0;", "memcpy(p@_h, &p@_w, 4);", "p@_h++;",
      "atomic_fetch_add((atomic_int *)p@_h, 1);"]),
    ("static char *p@_q; static int p@_v;", "p@_q = calloc(1, 64);",
     ["p@_v = 1; p@_v = 0;", "p@_q = p@_v ? mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : aligned_alloc(4096, 4096);",
      "free(p@_q);", "munmap(p@_q, 4096);", "p@_q[0] = 1;"]),
    ("static int *p@_p;", "p@_p = mmap(0, 12288, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); p@_p[1024] = 1;",
     ["mprotect(p@_p + 1024, 4096, PROT_READ);", "mprotect(p@_p, 8192, PROT_NONE);", "mprotect(p@_p, 12288, PROT_READ | PROT_WRITE);",
      "munmap(p@_p + 1024, 4096);", "p@_p[1024] = 2;", "if (p@_p[1024] != 1) return argument;", "memset(p@_p + 1023, 0, 8);",
      "mmap(p@_p + 1024, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);", "p@_p += 1024;",
      "while (p@_p[1024] == 1) sched_yield();", "atomic_fetch_add((atomic_int *)p@_p + 1024, 1);"]),
    ("static int p@_g, *volatile p@_l = &p@_g;", "",
     ["int l = 1; p@_l = &l; if (*p@_l != 1) return argument;", "*p@_l = 2;", "if (*p@_l) return argument;", "p@_l = 0;",
      "p@_l = &p@_g;", "p@_l = &p@_g + 1;"]),
    ("static int p@_a[3] = {1, 1, 1}, p@_i = 1;", "",
     ["p@_i = 7;", "p@_i = 2;", "p@_a[p@_i] = 0;", "if (!p@_a[p@_i]) return argument;", "p@_y = 5 / p@_a[p@_i & 1];",
      "__VERIFIER_assume(p@_i == 1);", "memset(p@_a, 0, (size_t)p@_i * 4);"]),
    ("static int p@_n;", "",
     ["exit(0);", "pthread_exit(0);", "__VERIFIER_assume(0);", "__VERIFIER_assume(p@_n == 1);", "p@_n = 1;", "heddle_no_body();",
      "if (!p@_n) heddle_no_body();", "abort();", "while (!p@_n) sched_yield();", "while (!p@_n) ;",
      "__VERIFIER_atomic_begin(); __VERIFIER_assume(p@_n == 1); __VERIFIER_atomic_end();", "__VERIFIER_atomic_begin();",
      "__VERIFIER_atomic_begin(); p@_n = 1; __VERIFIER_atomic_end();"]),
]

FAILURES = ["assert(0);", "heddle_no_body();", "abort();", "*(int *)0 = 1;", "p@_y = 1 / p@_zero;", "pthread_mutex_unlock(&p@_free);",
            "pthread_mutex_lock(&p@_held); pthread_mutex_lock(&p@_held);", "sem_wait(&p@_never);", "assert(p@_w);", "free(p@_heap); free(p@_heap);"]


def guarded(operation):
    return [Block("if (p@_w)", [operation])]


# What each thread does, main last (None: it joins the others), of two operations and a failure.
LAYOUTS = [
    lambda a, b, f: ([[a], [b, f]], None),
    lambda a, b, f: ([[b, f]], [a]),
    lambda a, b, f: ([[b, f]], [a, *f_again(f)]),
    lambda a, b, f: ([["p@_w = 1;"], [*guarded(a), b, f]], None),
    lambda a, b, f: ([[a, b, f], [a, b]], None),
    lambda a, b, f: ([[a, "p@_w = 1;"], [*guarded(b), f]], None),
    lambda a, b, f: ([[a], [b]], [f]),
]


def f_again(failure):
    return [failure] if failure == "assert(p@_w);" else []


CASES = [(declared, made, a, b) for declared, made, operations in KINDS for a in operations for b in operations]
TOTAL = len(CASES) * len(LAYOUTS) * len(FAILURES)
STEP = 7919  # prime to TOTAL


def generate(seed):
    number = seed * STEP % TOTAL
    number, failure = divmod(number, len(FAILURES))
    number, layout = divmod(number, len(LAYOUTS))
    declared, made, a, b = CASES[number]
    bodies, last = LAYOUTS[layout](f"{{ {a} }}", f"{{ {b} }}", FAILURES[failure])
    parts = ["char symbolic_@ = 1;", "char varying_@ = 1;", "char pruned_@ = 1;", "static int p@_y, p@_w, p@_zero;",
             "static pthread_mutex_t p@_free = PTHREAD_MUTEX_INITIALIZER, p@_held = PTHREAD_MUTEX_INITIALIZER;",
             "static sem_t p@_never; static void *p@_heap;", declared]
    for k, body in enumerate(bodies):
        parts.append(Block(f"static void *p@_f{k}(void *argument)", [*body, "return argument;"], keep=True))
    parts.append(Block("static void *p@_last(void *argument)", [*(last or []), "return argument;"], keep=True))
    main = [line for line in [made, "sem_init(&p@_never, 0, 0);", "p@_heap = malloc(1);"] if line]
    main += [f"pthread_t w{k}; pthread_create(&w{k}, 0, p@_f{k}, 0);" for k in range(len(bodies))]
    if last is None:
        main += [f"pthread_join(w{k}, 0);" for k in range(len(bodies))]
    main += ["p@_last(0);", "return 0;"]
    parts.append(Block("int main_@(void)", main, keep=True))
    return Program(seed, parts)
