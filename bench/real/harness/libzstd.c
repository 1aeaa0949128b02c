// zstd's thread pool (lib/common/pool.c): two jobs for one worker, one of them added by try; all that was accepted is done
// before the pool is gone.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

typedef struct POOL_ctx_s POOL_ctx;
POOL_ctx *POOL_create(size_t threads, size_t queue);
void POOL_free(POOL_ctx *pool);
void POOL_joinJobs(POOL_ctx *pool);
void POOL_add(POOL_ctx *pool, void (*function)(void *), void *opaque);
int POOL_tryAdd(POOL_ctx *pool, void (*function)(void *), void *opaque);

static int done[2];

static void job(void *opaque)
{
    ++*(int *)opaque;
}

int main(void)
{
    POOL_ctx *pool = POOL_create(1, 1);
    assert(pool);
    POOL_add(pool, job, &done[0]);
    int added = POOL_tryAdd(pool, job, &done[1]);
    POOL_joinJobs(pool);
    assert(done[0] == 1 && done[1] == added);
    POOL_free(pool);
    return 0;
}
