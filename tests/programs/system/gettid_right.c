// heddle: --property=assertion,data-race
// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int numbers[2];

static void *ask(void *number)
{
    *(int *)number = gettid();
    assert(syscall(SYS_gettid) == gettid() && gettid() > 0);
    syscall(SYS_membarrier, 8, 0, 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    assert(gettid() == getpid() && syscall(SYS_membarrier, 0, 0, 0) > 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, ask, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(numbers[0] != numbers[1] && numbers[0] != getpid() && numbers[1] != getpid());
    return 0;
}
