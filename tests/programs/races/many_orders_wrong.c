// As many orders; who is through before the other one has begun writes without the lock what that one reads.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// por: default
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, ended, plain;

static void *adder(void *argument)
{
    int own = *(int *)argument;
    for (int i = 0; i < 24; i++) {
        pthread_mutex_lock(&lock);
        total++;
        int first = i == 0 && total == 25;
        pthread_mutex_unlock(&lock);
        if (first)
            plain = own;
    }
    pthread_mutex_lock(&lock);
    ended++;
    pthread_mutex_unlock(&lock);
    if (plain)
        return NULL;
    return argument;
}

int main(void)
{
    static int numbers[2] = {1, 2};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, adder, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return ended - 2;
}
