// heddle: --property=data-race
// expect: violation
// kinds: data-race
// A function that its caller calls under a lock, and that gives it back in some cases.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void look(int release)
{
    if (release)
        pthread_mutex_unlock(&lock);
    value++;
    if (!release)
        pthread_mutex_unlock(&lock);
}

static void *run(void *release)
{
    pthread_mutex_lock(&lock);
    look(release != NULL);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, run, NULL);
    pthread_create(&threads[1], NULL, run, &value);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
