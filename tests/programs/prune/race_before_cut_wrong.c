// expect: violation
// kinds: data-race
// heddle: --property=data-race
// Each of two threads accesses x only where it has looked late enough, and nothing tells afterwards whether it has: executions in
// which one of them has looked early are summed up, and the race of both is one with what comes before such a state.
#include <pthread.h>

static int a, b, x = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int look(const int *at)
{
    pthread_mutex_lock(&lock);
    int seen = *at;
    pthread_mutex_unlock(&lock);
    return seen;
}

static void set(int *at)
{
    pthread_mutex_lock(&lock);
    *at = 1;
    pthread_mutex_unlock(&lock);
}

static void *write(void *argument)
{
    if (look(&a))
        x = 1;
    return argument;
}

static void *read(void *argument)
{
    if (look(&b)) {
        volatile int seen = x; // <- violation
        seen = 0;
    }
    return argument;
}

static void *set_both(void *argument)
{
    set(&a);
    set(&b);
    return argument;
}

int main(void)
{
    pthread_t writer, reader, setter;
    pthread_create(&writer, 0, write, 0);
    pthread_create(&reader, 0, read, 0);
    pthread_create(&setter, 0, set_both, 0);
    pthread_join(writer, 0);
    pthread_join(reader, 0);
    pthread_join(setter, 0);
    return 0;
}
