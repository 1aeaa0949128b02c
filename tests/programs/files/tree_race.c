// expect: violation
// kinds: data-race
// heddle: --property=data-race
// The function that ftw calls, in one thread, and another thread count with two different locks.
#include <ftw.h>
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int seen;

static int see(const char *path, const struct stat *status, int kind)
{
    (void)path;
    (void)status;
    (void)kind;
    pthread_mutex_lock(&one);
    seen++;
    pthread_mutex_unlock(&one);
    return 0;
}

static void *look(void *unused)
{
    pthread_mutex_lock(&other);
    seen = 0; // <- violation
    pthread_mutex_unlock(&other);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    ftw(".", see, 10);
    pthread_join(thread, NULL);
    return 0;
}
