// What a routine does once, and what is done around it.
// wrong: assertion assertion
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

#if WRONG == 1
#define MORE ready = 1;
#elif WRONG == 2
#define MORE
#else
#define MORE
#endif
#if WRONG == 1
#define FIRST                                                                                                \
    if (argument)                                                                                            \
        assert(ready == 1);
#elif WRONG == 2
#define FIRST
#else
#define FIRST
#endif
#if WRONG == 1
#define THEN
#elif WRONG == 2
#define THEN                                                                                                 \
    int own = copies;                                                                                        \
    copies = own + 1;
#else
#define THEN
#endif
#if WRONG == 1
#define LAST
#elif WRONG == 2
#define LAST assert(copies == 2);
#else
#define LAST
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

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table, ready, copies;
static void fill(void)
{
    table = 7;
    MORE
}
static void *work(void *argument)
{
    if (argument)
        later();
    FIRST
    pthread_once(&once, fill);
    THEN assert(table == 7);
    return NULL;
}
int main(void)
{
    run(work, work);
    LAST return 0;
}
