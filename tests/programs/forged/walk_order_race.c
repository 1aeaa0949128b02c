// expect: violation
// kinds: data-race
// heddle: --property=data-race
// por: none optimal default
// unforeseen: an address is moved from one variable to another
// How far a variable is away is counted by comparing which of two addresses is the lower one.
#include <pthread.h>

static char other;
static int value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *walk(void *argument)
{
    long up = 0, down = 0;
    for (char *at = &other; at < (char *)&value; at++)
        up++;
    for (char *at = &other; at > (char *)&value; at--)
        down++;
    ++*(int *)(&other + up - down); // <- violation
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, walk, 0);
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
