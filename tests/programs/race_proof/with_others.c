// Other properties are looked for by executions, and data races are not.
// heddle: --property=data-race,assertion
// expect: violation
// kinds: assertion
// text: ^  \(data-race: a static proof, without executions, up to errors of other kinds; protected are\)$
// por: default
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *run(void *argument)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_mutex_lock(&m);
    assert(x < 2); // <- violation
    pthread_mutex_unlock(&m);
    return 0;
}
