// expect: violation
// kinds: assertion
// heddle: --property=assertion --max-executions=200
// Any number of lodgers, one of which is enough: it sends the light out after the landlord has lit it and before the
// sign says so. Each execution makes 256 of them, so that it is long before a search comes to what the first one does.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static int light;
static _Atomic int sign;

static void *landlord(void *argument)
{
    pthread_mutex_lock(&door);
    light = 1;
    pthread_mutex_unlock(&door);
    sign = 1;
    return argument;
}

static void *watchman(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&door);
        assert(light == 0 || light == 1);
        pthread_mutex_unlock(&door);
    }
    return argument;
}

static void *lodger(void *argument)
{
    pthread_mutex_lock(&door);
    if (__VERIFIER_nondet_int())
        light = sign = 0;
    pthread_mutex_unlock(&door);
    pthread_mutex_lock(&door);
    if (sign)
        assert(light); // <- violation
    pthread_mutex_unlock(&door);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, landlord, NULL);
    pthread_create(&t, NULL, watchman, NULL);
    for (;;)
        pthread_create(&t, NULL, lodger, NULL);
}
