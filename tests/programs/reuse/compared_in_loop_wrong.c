// expect: violation
// kinds: assertion
// heddle: --property=assertion
// The addresses are compared by a loop that waits, and nowhere else: whether the loop goes on is tried, and what the trial
// shows is learnt although no step that is executed shows it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int other;
static _Atomic(int *) head = &other;

static void *replace(void *block)
{
    free(block);
    head = malloc(8);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int *old = malloc(8);
    pthread_create(&thread, NULL, replace, old);
    while (head != old)
        ;
    assert(0); // <- violation
}
