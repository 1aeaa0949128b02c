// expect: violation
// kinds: lock
// A normal mutex is locked again by its owner, two calls deep (docs/design.md 5: a `lock` violation).
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int n)
{
    pthread_mutex_lock(&lock); // <- violation
    total += n;
    pthread_mutex_unlock(&lock);
}

static void add_twice(int n)
{
    pthread_mutex_lock(&lock);
    add(n);
    add(n);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    add_twice(3);
    return total;
}
