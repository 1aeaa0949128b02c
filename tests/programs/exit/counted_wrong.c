// heddle: --property=assertion,exit
// expect: violation
// kinds: exit
// What main returns decides, though it only counts how often main waited.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *set(void *argument)
{
    atomic_store(&flag, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    int rounds = 0;
    pthread_create(&thread, 0, set, 0);
    while (!atomic_load(&flag))
        rounds++;
    pthread_join(thread, 0);
    return rounds > 3;
}
