extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "wait_in_loop.c", 3, "reach_error"); }
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
int full, letter;
void *sends(void *unused)
{
    letter = 7;
    pthread_mutex_lock(&lock);
    full = 1;
    pthread_cond_signal(&arrived);
    pthread_mutex_unlock(&lock);
    return 0;
}
int main()
{
    pthread_t thread;
    pthread_create(&thread, 0, sends, 0);
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&arrived, &lock);
    pthread_mutex_unlock(&lock);
    if (letter != 7)
        reach_error();
    return 0;
}
