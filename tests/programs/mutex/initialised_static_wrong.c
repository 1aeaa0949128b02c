// expect: violation
// kinds: lock
// message: is initialised again while it is locked
// A mutex with a static initialiser is initialised while another thread may hold it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_init(&mutex, NULL); // <- violation
    pthread_join(thread, NULL);
}
