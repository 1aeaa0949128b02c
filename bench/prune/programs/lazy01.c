// lazy01: three threads, each with one critical section: one adds 1, one adds 2, and the third claims that not both have
// been there. Violated when it is last: 3! orders, two of them wrong.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *add_one(void *argument)
{
    pthread_mutex_lock(&lock);
    data += 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *add_two(void *argument)
{
    pthread_mutex_lock(&lock);
    data += 2;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *look(void *argument)
{
    pthread_mutex_lock(&lock);
    assert(data < 3);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, add_one, NULL);
    pthread_create(&t[1], NULL, add_two, NULL);
    pthread_create(&t[2], NULL, look, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    return 0;
}
