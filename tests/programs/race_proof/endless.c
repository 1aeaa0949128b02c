// Threads without end, and all under one mutex: no exploration comes to its end.
// heddle: --property=data-race
// expect: safe
// por: default
// executions: default=0
// text: ^  \(data-race: a static proof, without executions, up to errors of other kinds; protected are\)$
// text: ^    count: mutex m$
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *run(void *argument)
{
    for (int i = 0; i < 1000; i++) {
        pthread_mutex_lock(&m);
        count++;
        pthread_mutex_unlock(&m);
    }
    puts("counted");
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, NULL, run, NULL);
}
