// expect: violation
// kinds: lock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_destroy(&lock);
    pthread_mutex_lock(&lock); // <- violation
    return 0;
}
