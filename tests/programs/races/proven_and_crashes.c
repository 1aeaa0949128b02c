// expect: safe
// heddle: --property=data-race
// message: a thread stops here because of an error that was not asked for .memory.: null pointer
// The text shows that there is no data race. It does not show that every execution ends before there are threads, and so the first one is executed
// for a warning.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, *place;

static void *run(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        total++;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    *place = 1;
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    return 0;
}
