// heddle: --effects={folder}/frames.effects --property=assertion
// expect: violation
// kinds: assertion
// Slices see what is written through pointers, and what is called back in other threads.
#include "frames.h"

#include <assert.h>
#include <pthread.h>

static char shared[4];
static int decoder, count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *seen(int *unused, int kind)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return kind ? unused : 0;
}

static void *work(void *unused)
{
    get_frame(&decoder, seen, shared, sizeof shared);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock);
    int before = count;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    assert(before == 1 || shared[3] != 77); // <- violation
    return 0;
}
