// expect: violation
// kinds: deadlock
// message: deadlock: thread main waits for ever \(at a barrier\), thread main.1 waits for ever \(for a signal\)
// text: ^  main waits at barrier meeting at
// text: ^  main.1 waits for a signal, and then for lock at
// text: arrive at barrier meeting
// What is waited for is told by the names and words of the program.
#include <pthread.h>

static pthread_barrier_t meeting;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *wait(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&never, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_create(&thread, NULL, wait, NULL);
    pthread_barrier_wait(&meeting);
    pthread_join(thread, NULL);
    return 0;
}
