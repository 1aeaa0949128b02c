// redis: memory that is freed in the background (bio.c), two jobs; all are done when none is pending.
#include <assert.h>
#include <stddef.h>

enum { LAZY_FREE = 2 };
void bioInit(void);
void bioCreateLazyFreeJob(void (*function)(void *arguments[]), int count, ...);
unsigned long long bioPendingJobsOfType(int type);
unsigned long long bioWaitStepOfType(int type);

static int freed[2];

static void release(void *arguments[])
{
    ++*(int *)arguments[0];
}

int main(void)
{
    bioInit();
    bioCreateLazyFreeJob(release, 1, &freed[0]);
    bioCreateLazyFreeJob(release, 1, &freed[1]);
    while (bioWaitStepOfType(LAZY_FREE))
        ;
    assert(bioPendingJobsOfType(LAZY_FREE) == 0);
    assert(freed[0] == 1 && freed[1] == 1);
    return 0;
}
