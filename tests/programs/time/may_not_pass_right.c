// expect: safe
// Without --time-may-pass no time passes between two statements, and the lease holds.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static time_t lease_end;
static int owner;

static void take(int self)
{
    pthread_mutex_lock(&mutex);
    time_t now = time(NULL);
    bool mine = !owner || now > lease_end;
    if (mine) {
        owner = self;
        lease_end = now + 10;
    }
    pthread_mutex_unlock(&mutex);
    if (mine) {
        pthread_mutex_lock(&mutex);
        assert(owner == self);
        pthread_mutex_unlock(&mutex);
    }
}

static void *worker(void *argument)
{
    take(2);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    take(1);
    pthread_join(t, NULL);
    return 0;
}
