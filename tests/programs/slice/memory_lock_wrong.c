// expect: violation
// kinds: memory
// heddle: --property=memory --all
// por: source optimal default
// executions: source=6 optimal=6 default=6
// A lock that is irrelevant but for its address, and that makes a thread wait: which thread takes it first decides who
// finds the count at 0. Sections A1 A2 of one thread and B1 B2 of the other come in 6 orders; with A1 A2 first there is no
// B2, and the other way round. All touch what some section writes, so no order is left open.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count = 1;
static int storage[4];
static int sink;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    int n = count;
    pthread_mutex_unlock(&lock);
    if (n > 0) {
        pthread_mutex_lock(&lock);
        sink = storage[--count]; // <- violation
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    return 0;
}
