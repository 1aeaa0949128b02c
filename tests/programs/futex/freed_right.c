// expect: safe
// Who is woken does not touch the word again, and who wakes does not either: its memory may be gone by then.
#include "futex.h"

#include <pthread.h>
#include <stdlib.h>

static atomic_int *word;

static void *worker(void *argument)
{
    atomic_int *mine = word;
    atomic_store(mine, 1);
    futex_wake(mine, 1); // which main may have released
    return argument;
}

int main(void)
{
    pthread_t thread;
    word = calloc(1, sizeof *word);
    pthread_create(&thread, NULL, worker, NULL);
    while (!atomic_load(word))
        futex_wait(word, 0);
    free(word);
    pthread_join(thread, NULL);
    return 0;
}
