// heddle: --property=data-race
// expect: safe
// What POSIX promises (random, perror, printf) races with nothing, and a lock protects the rest.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *throw_dice(void *sum)
{
    *(long *)sum = random();
    printf("%ld\n", *(long *)sum);
    perror("dice");
    pthread_mutex_lock(&lock);
    *(long *)sum += rand();
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    long sums[2];
    pthread_create(&thread, NULL, throw_dice, &sums[0]);
    throw_dice(&sums[1]);
    pthread_join(thread, NULL);
    return 0;
}
