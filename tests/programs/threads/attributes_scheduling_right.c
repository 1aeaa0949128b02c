// expect: safe
// Attributes that Linux refuses: a scope other than the system, and a priority that the policy does not have.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_attr_t attributes;
    struct sched_param priority = {.sched_priority = 5};
    int scope;
    assert(pthread_attr_init(&attributes) == 0);
    assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_setscope(&attributes, 7) == EINVAL);
    assert(pthread_attr_getscope(&attributes, &scope) == 0 && scope == PTHREAD_SCOPE_SYSTEM);
    assert(pthread_attr_setschedparam(&attributes, &priority) == EINVAL);
    assert(pthread_attr_setschedpolicy(&attributes, SCHED_FIFO) == 0);
    assert(pthread_attr_setschedparam(&attributes, &priority) == 0);
    priority.sched_priority = 0;
    assert(pthread_attr_setschedparam(&attributes, &priority) == EINVAL);
    return 0;
}
