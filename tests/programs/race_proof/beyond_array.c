// The proof presumes that accesses stay within their objects. One that hits another variable, of which it sees nothing, is
// found where memory is asked for as well.
// heddle: --property=data-race,memory
// expect: violation
// kinds: memory
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int array[4], other;
static volatile int far = 100;

static void *run(void *argument)
{
    pthread_mutex_lock(&m);
    array[far]++; // <- violation
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return other;
}
