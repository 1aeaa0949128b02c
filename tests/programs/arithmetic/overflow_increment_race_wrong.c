// heddle: --property=overflow
// expect: violation
// kinds: overflow
// Each thread alone stays below the limit; both together pass it.
#include <limits.h>
#include <pthread.h>

static int level = INT_MAX - 1;

static void *worker(void *argument)
{
    level++; // <- violation
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
