// expect: safe
// What a thread was called, by itself or by its creator.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>

static void *work(void *unused)
{
    char name[16];
    prctl(PR_SET_NAME, "a name that is too long");
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "a name that is ") == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char name[20];
    int policy;
    struct sched_param parameters;
    assert(pthread_setname_np(pthread_self(), "sixteen letters!") == ERANGE);
    assert(pthread_setname_np(pthread_self(), "fifteen letters") == 0);
    assert(pthread_getname_np(pthread_self(), name, 15) == ERANGE);
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "fifteen letters") == 0);
    assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0);
    assert(policy == SCHED_OTHER && parameters.sched_priority == 0 && sched_getscheduler(0) == SCHED_OTHER);
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == 0);
    assert(pthread_setschedparam(pthread_self(), 17, &parameters) == EINVAL);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
