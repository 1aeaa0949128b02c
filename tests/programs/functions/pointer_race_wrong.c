// expect: violation
// kinds: memory
// The handler is cleared between the check and the call.
#include <pthread.h>
#include <stddef.h>

static int hits;

static void handle(void) { hits++; }

static void (*handler)(void) = handle;

static void *clearer(void *argument)
{
    handler = NULL;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, clearer, NULL);
    if (handler)
        handler(); // <- violation
    pthread_join(t, NULL);
    return 0;
}
