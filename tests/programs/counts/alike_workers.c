// expect: safe
// case: WORKERS=2 default=1
// case: WORKERS=50 default=1
// Any number of workers that take one lock, print, and release blocks of their own: nothing tells them apart (docs/reduction.md, threads), so one
// order stands for all.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int finished;

static void *work(void *argument)
{
    int *mine = malloc(sizeof *mine);
    pthread_mutex_lock(&lock);
    *mine = finished++;
    pthread_mutex_unlock(&lock);
    printf("%d of %s\n", *mine, "all");
    free(mine);
    return argument;
}

int main(void)
{
    pthread_t workers[WORKERS];
    for (int k = 0; k < WORKERS; k++)
        pthread_create(&workers[k], NULL, work, NULL);
    for (int k = 0; k < WORKERS; k++)
        pthread_join(workers[k], NULL);
    assert(finished == WORKERS);
    return 0;
}
