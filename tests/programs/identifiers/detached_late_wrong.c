// expect: violation
// kinds: assertion
// As detached_wrong.c; the thread may be detached when it has ended.
#include <assert.h>
#include <pthread.h>

static pthread_t kept;

static void *first(void *argument)
{
    return argument;
}

static void *second(void *argument)
{
    pthread_detach(kept);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&kept, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_create(&u, NULL, first, NULL);
    assert(u != kept); // <- violation
    pthread_join(t, NULL);
    pthread_join(u, NULL);
}
