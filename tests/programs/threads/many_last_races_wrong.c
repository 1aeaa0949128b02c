// expect: violation
// kinds: data-race
// por: source default
// heddle: --property=data-race
// Only what the last two of many threads do races, and what main does after it has created them.
#include <pthread.h>

enum { COUNT = 600 };

static int shared, own[COUNT];
static pthread_t threads[COUNT];

static void *run(void *argument)
{
    int k = (int)(long)argument;
    own[k] = k;
    if (k == COUNT - 2)
        shared = 1; // <- violation
    return NULL;
}

int main(void)
{
    for (int k = 0; k < COUNT; k++)
        pthread_create(&threads[k], NULL, run, (void *)(long)k);
    return shared;
}
