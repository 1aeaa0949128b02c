// expect: safe
// What is written to a file that nothing reads is dropped: a log costs no executions beside those of the mutex, two
// times taken by two threads: 4! / 2!^2.
// por: classic source optimal default
// executions: optimal=6 source=6
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static FILE *file;
static int x;

static void *run(void *argument)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        x++;
        pthread_mutex_unlock(&mutex);
        fprintf(file, "round %d\n", i);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    file = fopen("/tmp/log", "a");
    assert(file);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(x == 4);
    return fclose(file);
}
