// A thread that jumps back.
// wrong: assertion
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <unistd.h>

#if WRONG == 1
#define BEGIN
#else
#define BEGIN pthread_mutex_lock(&m);
#endif
#if WRONG == 1
#define END
#else
#define END pthread_mutex_unlock(&m);
#endif
static void later(void)
{
    usleep(30000);
}
static void run(void *(*f)(void *), void *(*g)(void *))
{
    pthread_t t, s;
    pthread_create(&t, NULL, f, (void *)0);
    pthread_create(&s, NULL, g, (void *)1);
    pthread_join(t, NULL);
    pthread_join(s, NULL);
}

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *argument)
{
    jmp_buf back;
    if (argument)
        later();
    if (setjmp(back) == 0) {
        BEGIN
        int seen = x;
        x = seen + 1;
        END longjmp(back, 1);
    }
    BEGIN
    int seen = x;
    x = seen + 1;
    END return NULL;
}
int main(void)
{
    run(work, work);
    assert(x == 4);
    return 0;
}
