// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// A thread-local variable that another thread writes through a pointer.
#include <assert.h>
#include <pthread.h>

static _Thread_local int own;
static int *_Atomic published;

static void *t1(void *argument)
{
    published = &own;
    assert(own == 0); // <- violation
    return argument;
}

static void *t2(void *argument)
{
    int *other = published;
    if (other)
        *other = 1;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
