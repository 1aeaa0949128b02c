// Taking a robust mutex fails once its state is lost, and who does not look at the result goes on without it.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// rule: proof-robust default
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *leave(void *argument)
{
    pthread_mutex_lock(&m);
    return argument;
}

static void *run(void *argument)
{
    pthread_mutex_lock(&m);
    x++; // <- violation
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutexattr_t attribute;
    pthread_mutexattr_init(&attribute);
    pthread_mutexattr_setrobust(&attribute, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attribute);
    pthread_create(&a, NULL, leave, NULL);
    pthread_join(a, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m); // its state was not made consistent
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
