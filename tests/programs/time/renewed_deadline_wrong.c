// expect: violation
// kinds: assertion
// case: ROUTE=1 optimal
// case: ROUTE=2 optimal
// case: ROUTE=3 optimal
// case: ROUTE=4 optimal
// case: ROUTE=5 optimal
// case: ROUTE=6 optimal
// case: ROUTE=7 optimal
// case: ROUTE=8 optimal
// case: ROUTE=9 optimal
// case: ROUTE=10 optimal
// case: ROUTE=11 optimal
// case: ROUTE=12 optimal
// case: ROUTE=13 optimal
// case: ROUTE=14 optimal
// case: ROUTE=15 optimal
// case: ROUTE=16 optimal
// case: ROUTE=17 optimal
// case: ROUTE=18 optimal
// case: ROUTE=19 optimal
// case: ROUTE=20 optimal
// case: ROUTE=21 optimal
// case: ROUTE=22 optimal
// case: ROUTE=23 optimal
// A new deadline in each round, and some decision, on whatever way, on how many seconds have passed: clocks
// must not stand still.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#define LIMIT 400

struct big {
    char pad[80];
    struct timespec at;
    long more;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int done;
static struct timespec start;
static long start_of_date;
static struct big box[3];
static long table[1000];
static _Atomic long latest;
static pthread_key_t key;

static void fail(void)
{
    assert(0);
}

static void pass(void) {}

static void *nothing(void *argument)
{
    return argument;
}

static int compare(const void *left, const void *right)
{
    long a = *(const long *)left, b = *(const long *)right;
    return (a > b) - (a < b);
}

static struct timespec look(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time;
}

static int check(struct timespec now)
{
    long late = now.tv_sec - start.tv_sec;
    (void)late;
#if ROUTE == 1
    if (late > LIMIT)
        fail();
#elif ROUTE == 2
    struct big x, y;
    memset(&x, 0, sizeof x);
    x.at = now;
    y = x;
    if (y.at.tv_sec - start.tv_sec > LIMIT)
        fail();
#elif ROUTE == 3
    box[1].at = now;
    box[2] = box[1];
    if (box[2].at.tv_sec - start.tv_sec > LIMIT)
        fail();
#elif ROUTE == 4
    table[late % 1000]++;
    if (table[LIMIT + 1])
        fail();
#elif ROUTE == 5
    void (*f[2])(void) = {pass, fail};
    f[late > LIMIT]();
#elif ROUTE == 6
    long two[2] = {LIMIT, late};
    qsort(two, 2, sizeof *two, compare);
    if (two[1] > LIMIT)
        fail();
#elif ROUTE == 7
    double d = difftime(now.tv_sec, start.tv_sec);
    if (d > LIMIT + 0.5)
        fail();
#elif ROUTE == 8
    unsigned char *p = (unsigned char *)&now.tv_sec;
    static int seen[256];
    seen[p[0]] = 1;
    int n = 0;
    for (int k = 0; k < 256; k++)
        n += seen[k];
    if (n == 256)
        fail();
#elif ROUTE == 9
    char t[32];
    snprintf(t, sizeof t, "%ld", late);
    if (strlen(t) == 3 && t[0] == '4' && t[2] == '9')
        fail();
#elif ROUTE == 10
    atomic_store(&latest, late);
    if (atomic_fetch_add(&latest, 1) > LIMIT)
        fail();
#elif ROUTE == 11
    long e = LIMIT + 1;
    atomic_store(&latest, late);
    if (atomic_compare_exchange_strong(&latest, &e, 0))
        fail();
#elif ROUTE == 12
    if (100 % (late > LIMIT ? 7 : 10))
        fail();
#elif ROUTE == 13
    static const int no = 0, yes = 1;
    const int *chosen = late > LIMIT ? &yes : &no;
    if (*chosen)
        fail();
#elif ROUTE == 14
    pthread_setspecific(key, (void *)late);
    if ((long)pthread_getspecific(key) > LIMIT)
        fail();
#elif ROUTE == 15
    struct timeval v;
    gettimeofday(&v, NULL);
    if (v.tv_sec - start_of_date > LIMIT)
        fail();
#elif ROUTE == 16
    time_t s = time(NULL);
    struct tm r;
    gmtime_r(&s, &r);
    if (r.tm_min == 9)
        fail();
#elif ROUTE == 17
    struct timespec *h = malloc(sizeof *h);
    *h = now;
    int bad = h->tv_sec - start.tv_sec > LIMIT;
    free(h);
    if (bad)
        fail();
#elif ROUTE == 18
    struct timespec h[2];
    h[0] = now;
    memmove((char *)h + 8, h, 16);
    int bad = ((long *)h)[1] - start.tv_sec > LIMIT;
    if (bad)
        fail();
#elif ROUTE == 19
    struct timespec h = {start.tv_sec + LIMIT + 1, now.tv_nsec};
    if (!memcmp(&h, &now, sizeof h))
        fail();
#elif ROUTE == 20
    if (__builtin_ia32_rdtsc() / 1000000000 > 1000 + LIMIT)
        fail();
#elif ROUTE == 21
    if (now.tv_nsec % 1000 == 999)
        return 0;
    if (late > LIMIT)
        fail();
#elif ROUTE == 22
    memset(table, late > LIMIT, sizeof *table);
    if (table[0])
        fail();
#elif ROUTE == 23
    static long last[4];
    for (int k = 3; k; k--)
        last[k] = last[k - 1];
    last[0] = late;
    if (last[3] > LIMIT)
        fail();
#endif
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, NULL);
    start = look();
    start_of_date = time(NULL);
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_mutex_lock(&mutex);
    while (!done) {
        struct timespec deadline;
        clock_gettime(CLOCK_REALTIME, &deadline);
        deadline.tv_sec += 1;
        pthread_cond_timedwait(&condition, &mutex, &deadline);
        check(look());
    }
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
