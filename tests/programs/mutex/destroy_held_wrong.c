// expect: violation
// kinds: lock
// A mutex may be destroyed only while nobody holds it, its owner included.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_destroy(&lock); // <- violation
    return 0;
}
