// Each thread has a seed of its own, made of the time: it is handed over in a structure.
// expect: violation
// kinds: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct worker {
    int index;
    unsigned seed;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    assert(rand_r(&worker->seed) % 100 != 7); // <- violation
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    struct worker workers[2];
    unsigned now = (unsigned)time(NULL);
    for (int i = 0; i < 2; i++) {
        workers[i] = (struct worker){i, now + (unsigned)i};
        pthread_create(&threads[i], NULL, work, &workers[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
