// heddle: --property=assertion
// expect: safe
// text: the program ends with status 3 \(--property=exit looks for that\), at .*note_safe.c:27$
// Where nobody asks, it is said.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock);
    assert(count <= 1);
    if (count)
        exit(3);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
