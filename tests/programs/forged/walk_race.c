// expect: violation
// kinds: data-race
// heddle: --property=data-race
// por: none optimal default
// unforeseen: an address is moved from one variable to another
// A pointer is moved until it is that of another variable: how far that is away is in no number of the program.
#include <pthread.h>

static char other;
static int value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *walk(void *argument)
{
    char *at = &other;
    while (at != (char *)&value)
        at += at < (char *)&value ? 1 : -1;
    ++*(int *)at; // <- violation
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
