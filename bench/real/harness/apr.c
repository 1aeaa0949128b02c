// APR: two threads take memory from pools below one parent, give one back, and count with APR's atomics.
#include <apr_atomic.h>
#include <apr_general.h>
#include <apr_pools.h>
#include <apr_thread_proc.h>
#include <assert.h>
#include <stddef.h>

static apr_pool_t *parent;
static apr_uint32_t counter;

static void *APR_THREAD_FUNC work(apr_thread_t *thread, void *number)
{
    apr_pool_t *pool;
    assert(apr_pool_create(&pool, parent) == APR_SUCCESS);
    int *own = apr_palloc(pool, sizeof *own);
    *own = *(int *)number;
    apr_atomic_inc32(&counter);
    assert(*own == *(int *)number);
    apr_pool_destroy(pool);
    if (thread)
        apr_thread_exit(thread, APR_SUCCESS);
    return NULL;
}

int main(void)
{
    int numbers[2] = {1, 2};
    apr_thread_t *thread;
    apr_status_t status;
    assert(apr_initialize() == APR_SUCCESS);
    assert(apr_pool_create(&parent, NULL) == APR_SUCCESS);
    assert(apr_thread_create(&thread, NULL, work, &numbers[0], parent) == APR_SUCCESS);
    work(NULL, &numbers[1]);
    assert(apr_thread_join(&status, thread) == APR_SUCCESS);
    assert(apr_atomic_read32(&counter) == 2);
    apr_terminate();
    return 0;
}
