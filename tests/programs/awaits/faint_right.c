// heddle: --property=assertion
// expect: safe
// case: COUNT=1 none optimal default
// case: COUNT=2 none optimal default
// case: COUNT=3 none optimal default
// case: COUNT=4 none optimal default
// case: COUNT=5 none optimal default
// case: COUNT=6 none optimal default
// case: COUNT=7 none optimal default
// case: COUNT=8 none optimal default
// case: COUNT=9 none optimal default
// case: COUNT=10 none optimal default
// case: COUNT=11 none optimal default
// case: COUNT=12 none optimal default
// case: COUNT=13 none optimal default
// Loops that never end count, sum up or keep something that is never looked at: their rounds have no effect, so that all
// orders are explored and no bound is needed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

struct statistics {
    pthread_mutex_t mutex;
    int limit;
    unsigned requests, bytes;
};
static struct statistics statistics = {.mutex = PTHREAD_MUTEX_INITIALIZER, .limit = 3}, *heap;
static unsigned x, sum, kept, slots[4];
static atomic_uint counter;
static atomic_int last;
static _Thread_local unsigned own;
static double mean;

static unsigned more(unsigned *n, unsigned by)
{
    *n += by;
    return *n;
}

static void round_of(unsigned number)
{
#if COUNT == 1 // under a lock
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
#elif COUNT == 2 // by an atomic addition
    atomic_fetch_add(&counter, 1);
#elif COUNT == 3 // the last of many inputs
    atomic_store(&last, nondet_int());
#elif COUNT == 4 // in a structure of which other parts decide
    pthread_mutex_lock(&statistics.mutex);
    statistics.requests++;
    assert(statistics.limit == 3);
    pthread_mutex_unlock(&statistics.mutex);
#elif COUNT == 5 // the same on the heap
    pthread_mutex_lock(&heap->mutex);
    heap->bytes += 100;
    assert(heap->limit == 3);
    pthread_mutex_unlock(&heap->mutex);
#elif COUNT == 6 // one of each thread
    own++;
    assert(atomic_load(&flag) < 2);
#elif COUNT == 7 // in an array
    pthread_mutex_lock(&lock);
    slots[number]++;
    pthread_mutex_unlock(&lock);
#elif COUNT == 8 // and passed on to others
    pthread_mutex_lock(&lock);
    x++;
    sum += x;
    kept = sum ^ x >> 3;
    pthread_mutex_unlock(&lock);
#elif COUNT == 9 // by a function
    pthread_mutex_lock(&lock);
    more(&x, number);
    pthread_mutex_unlock(&lock);
#elif COUNT == 10 // with floating point
    pthread_mutex_lock(&lock);
    mean = mean * 0.75 + (double)number * 0.25 + 1;
    pthread_mutex_unlock(&lock);
#elif COUNT == 11 // an input that is added up, and one that nobody looks at
    pthread_mutex_lock(&lock);
    nondet_int();
    sum += (unsigned)nondet_int();
    pthread_mutex_unlock(&lock);
#elif COUNT == 12 // at a place that the thread's number decides
    pthread_mutex_lock(&lock);
    *(number ? &x : &sum) += number + 1;
    pthread_mutex_unlock(&lock);
#elif COUNT == 13 // and looked at where that decides nothing
    pthread_mutex_lock(&lock);
    x = x * 3 + 1;
    sum += x % 7 + (x > 100);
    pthread_mutex_unlock(&lock);
#endif
}

static void *worker(void *argument)
{
    atomic_store(&flag, 1);
    for (unsigned local = 0;; local++)
        round_of(argument != NULL);
    return NULL;
}

int main(void)
{
    static int other;
    pthread_t t;
    heap = malloc(sizeof *heap);
    if (!heap)
        return 0;
    *heap = (struct statistics){.mutex = PTHREAD_MUTEX_INITIALIZER, .limit = 3};
    pthread_create(&t, NULL, worker, NULL);
    worker(&other);
    return 0;
}
