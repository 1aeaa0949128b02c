// What is cleared is not held any more.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// line: 15
// rule: proof-overwrite default
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *count(void *argument)
{
    pthread_mutex_lock(&m);
    x++;
    return argument;
}

int main(void)
{
    pthread_t b;
    pthread_mutex_lock(&m);
    memset(&m, 0, sizeof m);
    pthread_create(&b, NULL, count, NULL);
    // Nothing is held here.
    x++;
    return 0;
}
