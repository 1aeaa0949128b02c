// heddle: --property=assertion,memory,leak
// expect: safe
// At the end of a thread, the destructor gets the value, if there is one; main's return calls none.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int calls;

static void release(void *value)
{
    assert(*(int *)value == 5);
    assert(pthread_getspecific(key) == NULL);
    free(value);
    calls++;
}

static void *with_value(void *argument)
{
    int *p = malloc(sizeof *p);
    *p = 5;
    pthread_setspecific(key, p);
    return argument;
}

static void *without_value(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_key_create(&key, release);
    pthread_t t;
    pthread_create(&t, NULL, with_value, NULL);
    pthread_join(t, NULL);
    assert(calls == 1);
    pthread_create(&t, NULL, without_value, NULL);
    pthread_join(t, NULL);
    assert(calls == 1);
    static int of_main = 6; // the destructor would fail on it
    pthread_setspecific(key, &of_main);
    return 0;
}
