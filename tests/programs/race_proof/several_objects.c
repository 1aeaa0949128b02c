// Each thread has a lock of its own, made at one place of the text.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// rule: proof-single default
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *run(void *argument)
{
    pthread_mutex_t *m = malloc(sizeof *m);
    pthread_mutex_init(m, NULL);
    pthread_mutex_lock(m);
    x++; // <- violation
    pthread_mutex_unlock(m);
    free(m);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
