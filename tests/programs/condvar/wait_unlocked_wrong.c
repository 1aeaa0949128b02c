// expect: violation
// kinds: lock
// Waiting requires the mutex.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void)
{
    pthread_cond_wait(&changed, &lock); // <- violation
    return 0;
}
