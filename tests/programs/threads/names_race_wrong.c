// expect: violation
// kinds: assertion
// The creator may be late: the thread looks for its name before it has been given one, or after.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *work(void *unused)
{
    char name[16];
    pthread_setname_np(pthread_self(), "thread");
    pthread_getname_np(pthread_self(), name, sizeof name);
    assert(strcmp(name, "worker") == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_setname_np(thread, "worker");
    pthread_join(thread, NULL);
    return 0;
}
