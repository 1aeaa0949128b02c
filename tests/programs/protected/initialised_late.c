// heddle: --property=data-race
// expect: safe
// text: !nothing had to be executed
// message: is initialised again while it is locked
// A lock that is made anew while threads use it protects nothing.
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
    pthread_create(&thread, NULL, run, NULL);
    pthread_mutex_init(&lock, NULL);
    run(NULL);
    pthread_join(thread, NULL);
    return 0;
}
