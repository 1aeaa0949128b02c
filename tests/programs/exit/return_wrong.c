// heddle: --property=exit
// expect: violation
// kinds: exit
// message: the program ends with status 2
// What main returns depends on the schedule: 0 if the other thread is through, else 2.
#include <pthread.h>

static int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock);
    int status = done ? 0 : 2;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return status; // <- violation
}
