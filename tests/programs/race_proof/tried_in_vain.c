// A lock that was tried in vain is not held.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// rule: proof-tried default
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *run(void *argument)
{
    if (pthread_mutex_trylock(&m) != 0) {
        x++; // <- violation
        return argument;
    }
    x++;
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
    return 0;
}
