// expect: inconclusive
// heddle: --max-threads=3
// por: none optimal default
// message: more than 3 threads \(--max-threads\)
// Three threads besides main, where two are allowed.
#include <pthread.h>

static void *thread(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t t;
    for (int k = 0; k < 3; k++)
        pthread_create(&t, NULL, thread, NULL);
    return 0;
}
