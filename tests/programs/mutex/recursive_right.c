// expect: safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int total;

static void add(int n)
{
    pthread_mutex_lock(&lock);
    total += n;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    int before = total;
    add(1);
    add(1);
    assert(total == before + 2); // the inner unlock did not let the other one in
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(total == 4);
    pthread_mutex_destroy(&lock);
    return 0;
}
