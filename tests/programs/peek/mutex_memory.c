// expect: violation
// kinds: assertion
// The program reads the memory of the mutex, and sees that it is locked.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, free_then;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    unsigned char *bytes = (unsigned char *)&lock;
    free_then = bytes[0] == 0;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(free_then);
    return 0;
}
