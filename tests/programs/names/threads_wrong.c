// expect: violation
// kinds: assertion
// heddle: --property=assertion
// text: write table\[\d\]\.who = thread main\.[12]
// text: read owner = thread main\.[12]
// text: main\.[12] saw owner = thread main\.[12], written by main\.[12]
// text: ! = \d{6,}
// A handle (pthread_t) is shown as the thread that has it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t owner;
static struct {
    int rounds;
    pthread_t who;
} table[2];

static void *take(void *argument)
{
    long number = (long)argument;
    pthread_mutex_lock(&lock);
    owner = pthread_self();
    table[number].who = pthread_self();
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(pthread_equal(owner, pthread_self()));
    assert(pthread_equal(table[number].who, pthread_self()));
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, take, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
