// heddle: --property=livelock
// expect: violation
// kinds: livelock
// violations: 1
// message: livelock: thread main.1 never leaves the loop at .*polite_wrong.c:\d+, thread main.2 never leaves the loop at .*polite_wrong.c:\d+
// text: ^violation \(livelock\): livelock: thread main.1
// text: \.\.\.   the cycle begins
// text: \.\.\.   and so on for ever, from step \d+
// text: !fails
// por: none classic source optimal states default
// Two threads that make way for each other for ever. That one of them gets through in some schedules is no excuse.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2];

static void *thread(void *argument)
{
    int own = (int)(intptr_t)argument, other = 1 - own;
    for (;;) {
        atomic_store(&wants[own], 1); // <- violation
        if (!atomic_load(&wants[other]))
            break;
        atomic_store(&wants[own], 0);
    }
    atomic_store(&wants[own], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, thread, (void *)(intptr_t)k);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
