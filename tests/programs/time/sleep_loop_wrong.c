// expect: violation
// kinds: deadlock
// The flag is never set: sleeping between the looks does not help, whatever clocks show.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;
static time_t end;

static void *worker(void *argument)
{
    end = time(NULL);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!ready)
        usleep(100); // as the thread's look may come first, second, ...
    pthread_join(t, NULL);
    return 0;
}
