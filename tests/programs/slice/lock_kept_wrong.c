// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// A thread that ended keeps an irrelevant lock if it saw a flag. Where it does, the other one never comes to its assertion;
// where it does not, the assertion fails.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *t1(void *argument)
{
    pthread_mutex_lock(&lock);
    if (!flag)
        pthread_mutex_unlock(&lock);
    return argument;
}

static void *t2(void *argument)
{
    flag = 1;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    assert(flag != 1); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&u, NULL, t2, NULL);
    pthread_create(&t, NULL, t1, NULL);
    return 0;
}
