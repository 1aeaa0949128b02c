// heddle: --property=data-race
// expect: violation
// kinds: data-race
// The variable with the handle holds the second thread's: the first one is never joined.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *run(void *unused)
{
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 2; i++)
        pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return value;
}
