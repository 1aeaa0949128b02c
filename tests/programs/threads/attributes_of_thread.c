// expect: inconclusive
// message: pthread_attr_getdetachstate of what pthread_getattr_np gave
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_attr_t attributes;
    int state;
    assert(pthread_attr_init(&attributes) == 0);
    assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM) == 0);
    pthread_attr_destroy(&attributes);
    pthread_detach(pthread_self());
    assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
    assert(pthread_attr_getdetachstate(&attributes, &state) == 0);
    assert(state == PTHREAD_CREATE_JOINABLE); // natively it is detached
    return 0;
}
