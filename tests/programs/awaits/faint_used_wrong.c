// expect: violation
// kinds: assertion
// case: USE=1 none optimal default
// case: USE=2 none optimal default
// case: USE=3 none optimal default
// case: USE=4 none optimal default
// case: USE=5 none optimal default
// case: USE=6 none optimal default
// case: USE=7 none optimal default
// case: USE=8 none optimal default
// case: USE=9 none optimal default
// case: USE=10 none optimal default
// case: USE=11 none optimal default
// case: USE=12 none optimal default
// case: USE=13 none optimal default
// case: USE=14 none optimal default
// case: USE=15 none optimal default
// case: USE=16 none optimal default
// case: USE=17 none optimal default
// case: USE=18 none optimal default
// case: USE=19 none optimal default
// case: USE=20 none optimal default
// case: USE=21 none optimal default
// case: USE=22 none optimal default
// Of two counters of a loop that never ends, one is never looked at; the other decides in the 1200th round, each time
// in another way: its rounds are not without effect.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 1200u

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned counted, x;

struct pair {
    unsigned first, second;
};
static struct pair source, copy;
static unsigned cells[2], copied;
static unsigned *volatile where = &x;
static atomic_uint atomic_x;
static _Thread_local unsigned own;

static void fail(void)
{
    assert(0);
}

static void nothing(void)
{
}

static void (*const calls[])(void) = {nothing, fail};

static unsigned twice(unsigned n)
{
    return 2 * n;
}

static void look(unsigned n)
{
    if (n == LIMIT)
        fail();
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void use(void)
{
#if USE == 1 // a branch
    if (x == LIMIT)
        fail();
#elif USE == 2 // a switch
    switch (x) {
    case LIMIT: fail();
    default: break;
    }
#elif USE == 3 // an index: what is found at another place
    cells[1] = 1;
    assert(cells[x / LIMIT] == 0);
#elif USE == 4 // a divisor that is no constant, whose quotient is looked at
    assert(LIMIT / x != 1);
#elif USE == 5 // a copy by memcpy
    memcpy(&copied, &x, sizeof x);
    assert(copied != LIMIT);
#elif USE == 6 // a structure that is copied
    source.second = x;
    copy = source;
    assert(copy.second != LIMIT);
#elif USE == 7 // an amount that is shifted by
    assert(1u << (x / LIMIT) != 2);
#elif USE == 8 // through a parameter and a result
    assert(twice(x) != 2 * LIMIT);
#elif USE == 9 // through a parameter alone
    look(x);
#elif USE == 10 // which function is called
    calls[x == LIMIT]();
#elif USE == 11 // a size
    memset(cells, 1, x / LIMIT);
    assert(cells[0] == 0);
#elif USE == 12 // what a compare-exchange expects
    unsigned expected = LIMIT;
    assert(!atomic_compare_exchange_strong(&atomic_x, &expected, 0));
#elif USE == 13 // through a pointer that was stored
    assert(*where != LIMIT);
#elif USE == 14 // a condition that is no branch
    unsigned n = x == LIMIT ? 1 : 0;
    cells[0] = n;
    assert(cells[0] == 0);
#elif USE == 15 // through floating point
    double d = x;
    assert(d * 0.5 != LIMIT / 2);
#elif USE == 16 // a variable of each thread
    assert(own != LIMIT);
#elif USE == 17 // an assumption about it, after which only that value is left
    if (counted > 0)
        cells[0] = x;
    for (unsigned k = 0; k < cells[0] / LIMIT; k++)
        fail();
#elif USE == 18 // bytes of it, in pieces
    unsigned char *bytes = (unsigned char *)&x;
    assert(bytes[0] + 256u * bytes[1] != LIMIT);
#elif USE == 19 // by memcmp
    unsigned limit = LIMIT;
    assert(memcmp(&x, &limit, sizeof x) != 0);
#elif USE == 20 // what is sorted by
    int values[2] = {(int)x, (int)LIMIT - 1};
    qsort(values, 2, sizeof *values, compare);
    assert(values[1] != (int)LIMIT);
#elif USE == 21 // on the heap
    unsigned **block = (unsigned **)&where;
    assert(**block != LIMIT);
#elif USE == 22 // how much is allocated
    if (counted > LIMIT - 2) {
        char *p = malloc(LIMIT + 1 - x);
        assert(!(p && x == LIMIT));
        free(p);
    }
#endif
}

static void *worker(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        counted++;
        x++;
        own++;
        atomic_fetch_add(&atomic_x, 1);
        use();
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
