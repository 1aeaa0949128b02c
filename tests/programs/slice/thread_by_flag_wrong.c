// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// A thread is created only where another one has set a flag.
#include <assert.h>
#include <pthread.h>

static int flag, value;

static void *later(void *argument)
{
    value = 1;
    return argument;
}

static void *t1(void *argument)
{
    flag = 1;
    return argument;
}

static void *t2(void *argument)
{
    if (flag) {
        pthread_t t;
        pthread_create(&t, NULL, later, NULL);
        pthread_join(t, NULL);
    }
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(value == 0); // <- violation
    return 0;
}
