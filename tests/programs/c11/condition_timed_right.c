// expect: safe
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t changed;

int main(void)
{
    struct timespec limit;
    timespec_get(&limit, TIME_UTC);
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    mtx_lock(&lock);
    assert(cnd_timedwait(&changed, &lock, &limit) == thrd_timedout);
    mtx_unlock(&lock);
    return 0;
}
