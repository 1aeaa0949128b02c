#include "runtime/event_threads.h"

int pthread_create(pthread_t *thread, const void *attributes, void *(*routine)(void *), void *argument);
int pthread_detach(pthread_t thread);
int pthread_attr_getdetachstate(const void *attributes, int *state);

bool __runtime_begin_event_thread(const void *attributes, void *(*routine)(void *), void *argument)
{
    enum { SET = 2, JOINABLE = 0 };
    pthread_t thread;
    sigset_t all = {{0}}, before;
    int state = JOINABLE;
    bool masks = __heddle_signals_are_sent();
    for (int number = 1; masks && number < SIGNALS; number++)
        sigaddset(&all, number);
    if (masks)
        __runtime_change_signal_mask(SET, &all, &before);
    if (attributes)
        pthread_attr_getdetachstate(attributes, &state);
    bool begins = !pthread_create(&thread, attributes, routine, argument);
    if (begins && state == JOINABLE)
        pthread_detach(thread);
    if (masks)
        __runtime_change_signal_mask(SET, &before, NULL);
    return begins;
}
