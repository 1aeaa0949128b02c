// expect: inconclusive
// message: the variable '(count|table|local|first|held)', which no file defines
// case: USE=1 none source optimal default
// case: USE=2 none source optimal default
// case: USE=3 none source optimal default
// case: USE=4 none source optimal default
// case: USE=5 none source optimal default
// case: USE=6 none source optimal default
// case: USE=7 none source optimal default
// case: USE=8 none source optimal default
// Variables that are declared, and that no file defines: what they hold is unknown, and how big an array of theirs is. Their
// addresses differ from those of all others.
#include <assert.h>
#include <pthread.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern int count, first, table[];
extern __thread int local;
extern pthread_mutex_t held;
extern struct opaque whatever;

static int mine;
static int *const places[] = {&first, &mine};
static void *volatile kept;

int main(void)
{
    kept = &whatever;
    assert(kept && kept != &table[0] && &count != &first);
#if USE == 1
    if (count == 3)
        assert(0);
#elif USE == 2
    return table[5000];
#elif USE == 3
    return table[__VERIFIER_nondet_int()];
#elif USE == 4
    local = 1;
#elif USE == 5
    char copy[4];
    memcpy(copy, table, sizeof copy);
#elif USE == 6
    *places[__VERIFIER_nondet_int() != 0] = 1;
#elif USE == 7
    __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
#else
    pthread_mutex_lock(&held);
    pthread_mutex_unlock(&held);
#endif
    return mine == 2;
}
