// expect: violation
// kinds: memory
// message: stack overflow: a call of deep
// Whether a thread's stack is small is decided before the state in which both orders meet: memory and registers do not tell.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int set, reached;

static int deep(int n)
{
    char room[4096];
    memset(room, n, sizeof room);
    return n ? deep(n - 1) + room[5] : room[7]; // <- violation
}

static void *setter(void *argument)
{
    set = 1;
    return argument;
}

static void *worker(void *argument)
{
    reached = 1;
    reached = deep(60);
    return argument;
}

static void create(pthread_t *t)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, set ? 1 << 16 : 1 << 20);
    pthread_create(t, &attributes, worker, NULL);
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, setter, NULL);
    create(&two);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
