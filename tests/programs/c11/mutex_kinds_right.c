// expect: safe
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t plain, recursive, timed;

static int worker(void *argument)
{
    (void)argument;
    assert(mtx_trylock(&plain) == thrd_busy);
    struct timespec limit;
    timespec_get(&limit, TIME_UTC);
    assert(mtx_timedlock(&timed, &limit) == thrd_timedout);
    return 0;
}

int main(void)
{
    mtx_init(&plain, mtx_plain);
    mtx_init(&recursive, mtx_plain | mtx_recursive);
    mtx_init(&timed, mtx_timed);
    mtx_lock(&recursive);
    mtx_lock(&recursive);
    mtx_unlock(&recursive);
    mtx_unlock(&recursive);
    assert(mtx_trylock(&plain) == thrd_success);
    mtx_lock(&timed);
    thrd_t t;
    thrd_create(&t, worker, NULL);
    thrd_join(t, NULL);
    mtx_unlock(&timed);
    mtx_unlock(&plain);
    return 0;
}
