// expect: violation
// kinds: data-race
// heddle: --property=data-race
// The tutorial's fourth version (docs/tutorial.md): a display shows how many seats are sold, without the lock.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 2, sold;

static void *counter(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    if (sold < seats)
        sold++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *display(void *unused)
{
    (void)unused;
    printf("%d of %d\n", sold, seats);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, counter, NULL);
    pthread_create(&second, NULL, display, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
