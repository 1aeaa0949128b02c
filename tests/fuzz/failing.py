"""Programs in which a thread stops, waits or fails at a statement, or decides by its result, because of what was done
before it, by itself or by another thread, and perhaps only for some inputs; what is asserted comes after it. All of that
looks as if it did not matter to an assertion: a slice has to know better, or to learn it."""

import random

from source import Block, Program
from threads import EPILOGUE, PROLOGUE as COMMON  # noqa: F401

PROLOGUE = COMMON + "#include <stdio.h>\n#include <string.h>\n#include <threads.h>\n"

# Of each kind of object: globals, how main makes it, what is done to it, and statements that notice.
KINDS = [
    ("static int *p@_h;", "p@_h = malloc(4); *p@_h = 1;",
     ["free(p@_h);", "p@_h = 0;", "p@_h++;", "p@_h = realloc(p@_h, 2);", "free(p@_h); p@_h = malloc(4); *p@_h = 2;"],
     ["*p@_h = 2;", "free(p@_h);", "p@_h = realloc(p@_h, 8);", "p@_y = *p@_h;", "memset(p@_h, 0, 4);"]),
    ("static pthread_mutex_t p@_m = PTHREAD_MUTEX_INITIALIZER;", "",
     ["pthread_mutex_lock(&p@_m);", "pthread_mutex_destroy(&p@_m);", "pthread_mutex_lock(&p@_m); pthread_mutex_unlock(&p@_m);"],
     ["pthread_mutex_lock(&p@_m);", "pthread_mutex_unlock(&p@_m);", "pthread_mutex_destroy(&p@_m);",
      "if (pthread_mutex_trylock(&p@_m)) return argument;"]),
    ("static pthread_mutex_t p@_m;", "pthread_mutexattr_t at; pthread_mutexattr_init(&at); "
     "pthread_mutexattr_settype(&at, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&p@_m, &at);",
     ["pthread_mutex_lock(&p@_m);", "pthread_mutex_unlock(&p@_m);"],
     ["if (pthread_mutex_lock(&p@_m)) return argument;", "if (pthread_mutex_unlock(&p@_m)) return argument;",
      "if (!pthread_mutex_unlock(&p@_m)) return argument;"]),
    ("static sem_t p@_s;", "sem_init(&p@_s, 0, 1);", ["sem_wait(&p@_s);", "sem_post(&p@_s);", "sem_destroy(&p@_s);"],
     ["sem_wait(&p@_s);", "if (sem_trywait(&p@_s)) return argument;", "sem_wait(&p@_s); sem_wait(&p@_s);"]),
    ("static pthread_spinlock_t p@_sp;", "pthread_spin_init(&p@_sp, 0);",
     ["pthread_spin_lock(&p@_sp);", "pthread_spin_destroy(&p@_sp);"],
     ["pthread_spin_lock(&p@_sp);", "pthread_spin_unlock(&p@_sp);", "if (pthread_spin_trylock(&p@_sp)) return argument;"]),
    ("static pthread_rwlock_t p@_rw = PTHREAD_RWLOCK_INITIALIZER;", "",
     ["pthread_rwlock_wrlock(&p@_rw);", "pthread_rwlock_rdlock(&p@_rw);", "pthread_rwlock_destroy(&p@_rw);"],
     ["pthread_rwlock_rdlock(&p@_rw);", "pthread_rwlock_wrlock(&p@_rw);", "pthread_rwlock_unlock(&p@_rw);",
      "if (pthread_rwlock_trywrlock(&p@_rw)) return argument;"]),
    ("static pthread_t p@_t; static void *p@_run(void *argument) { return argument; }",
     "pthread_create(&p@_t, 0, p@_run, 0);", ["pthread_join(p@_t, 0);", "pthread_detach(p@_t);"],
     ["pthread_join(p@_t, 0);", "pthread_detach(p@_t);"]),
    ("static pthread_key_t p@_k;", "pthread_key_create(&p@_k, 0);",
     ["pthread_key_delete(p@_k);", "pthread_setspecific(p@_k, &p@_y);"],
     ["pthread_setspecific(p@_k, &p@_y);", "if (pthread_getspecific(p@_k)) return argument;", "pthread_key_delete(p@_k);"]),
    ("static mtx_t p@_x;", "mtx_init(&p@_x, mtx_plain);", ["mtx_lock(&p@_x);", "mtx_destroy(&p@_x);"],
     ["mtx_lock(&p@_x);", "mtx_unlock(&p@_x);", "if (mtx_trylock(&p@_x) != thrd_success) return argument;"]),
    ("static int p@_z, p@_a[3] = {1, 1, 1}, p@_i = 1;", "", ["p@_i = 7;", "p@_z = 1;", "p@_i = 2;"],
     ["p@_a[p@_i] = 2;", "p@_y = p@_a[p@_i];", "p@_y = 5 / (1 - p@_z);", "__VERIFIER_assume(p@_i == 1);"]),
    ("static int p@_q = 1, *p@_p = &p@_q; static int *p@_gone(void) { int l = 2; int *volatile q = &l; return q; }", "",
     ["p@_p = 0;", "p@_p = p@_gone();", "{ int l = 3; p@_p = &l; *p@_p = 4; }"], ["*p@_p = 3;", "p@_y = *p@_p;"]),
    ("static pthread_once_t p@_o = PTHREAD_ONCE_INIT; static int p@_z; static void p@_init(void) { p@_z++; }", "",
     ["pthread_once(&p@_o, p@_init);", "p@_z = 1;"], ["pthread_once(&p@_o, p@_init); if (p@_z != 1) return argument;"]),
    ("static char p@_st[8] = \"abc\";", "", ["memset(p@_st, 'x', 8);", "p@_st[0] = 0;"],
     ["p@_y = (int)strlen(p@_st);", "if (!p@_st[0]) return argument;"]),
    ("static int p@_n;", "", ["exit(0);", "pthread_exit(0);", "__VERIFIER_assume(0);", "return argument;",
                             "__VERIFIER_atomic_begin(); __VERIFIER_assume(p@_n == 1); __VERIFIER_atomic_end();"],
     ["p@_n = 1;", "p@_y = p@_n;"]),
]


def generate(seed):
    rng = random.Random(seed)
    declared, made, effects, noticing = rng.choice(KINDS)
    inputs = rng.random() < 0.7
    condition = f"{'__VERIFIER_nondet_int()' if inputs else 'p@_w'} {rng.choice(['> 3', '<= 3', '!= 0', '== 0'])}"
    effect = [Block(f"if ({condition})", [rng.choice(effects)])]
    noticed = [rng.choice(noticing), rng.choice(["assert(0);", "assert(p@_y < 0);", "assert(p@_w == 0);"])]
    where = rng.random()
    if where < 0.35:  # in one thread
        bodies = [effect + noticed]
    elif where < 0.7:  # in two
        bodies = [noticed, effect]
    else:
        bodies = [effect[:] if rng.random() < 0.5 else [rng.choice(effects)], [*noticed, rng.choice(effects)]]
    if rng.random() < 0.5:
        bodies.append(["p@_w = 5;"])
    rng.shuffle(bodies)
    parts = ["char varying_@ = 1;", "char pruned_@ = 1;", "static int p@_y, p@_w;", declared]
    if inputs or "malloc" in str(effects):  # what was not written is an input
        parts.insert(0, "char symbolic_@ = 1;")
    for k, body in enumerate(bodies):
        parts.append(Block(f"static void *p@_f{k}(void *argument)", [*body, "return argument;"], keep=True))
    main = [made] if made else []
    main += [f"pthread_t w{k}; pthread_create(&w{k}, 0, p@_f{k}, 0);" for k in range(len(bodies))]
    main += [f"pthread_join(w{k}, 0);" for k in range(len(bodies)) if rng.random() < 0.8]
    main += [rng.choice(["", "assert(p@_y == 0);", "assert(0);"]), "return 0;"]
    parts.append(Block("int main_@(void)", [line for line in main if line], keep=True))
    return Program(seed, parts)
