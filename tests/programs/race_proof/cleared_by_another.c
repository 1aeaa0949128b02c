// Another thread clears a lock that main holds, without a race: main took it before, and who takes it now comes later.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// line: 16
// rule: proof-memory default
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

static void *clear(void *argument)
{
    pthread_t c;
    memset(&m, 0, sizeof m);
    pthread_create(&c, NULL, count, NULL);
    return argument;
}

int main(void)
{
    pthread_t b;
    pthread_mutex_lock(&m);
    pthread_create(&b, NULL, clear, NULL);
    x++;
    return 0;
}
