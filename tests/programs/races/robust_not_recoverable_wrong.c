// heddle: --property=data-race
// expect: violation
// kinds: data-race
// ENOTRECOVERABLE is no lock: nothing orders what comes after it with who gave the mutex back.
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int data;

static void *dies(void *argument)
{
    pthread_mutex_lock(&lock);
    return argument;
}

static void *worker(void *argument)
{
    if (pthread_mutex_lock(&lock) == EOWNERDEAD) {
        data++;
        pthread_mutex_unlock(&lock);
    } else {
        data++;
    }
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_t t[2];
    pthread_create(&t[0], NULL, dies, NULL);
    pthread_join(t[0], NULL);
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, worker, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
