// What comes before and after a once.
// wrong: data-race data-race data-race
#include <pthread.h>
#include <unistd.h>

#if WRONG == 1
#define FIRST
#elif WRONG == 2
#define FIRST                                                                                                \
    if (i)                                                                                                   \
        total = 1;
#elif WRONG == 3
#define FIRST                                                                                                \
    if (i)                                                                                                   \
        hits[0] = 0;
#else
#define FIRST
#endif
#if WRONG == 1
#define LAST total += hits[i];
#elif WRONG == 2
#define LAST total = hits[i];
#elif WRONG == 3
#define LAST
#else
#define LAST
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table, hits[2], total;
static void fill(void)
{
    table = 7;
}
static void *work(void *argument)
{
    int i = (int)(long)argument;
    usleep((unsigned)i * 20000);
    FIRST
    pthread_once(&once, fill);
    hits[i] = table;
    LAST return NULL;
}
int main(void)
{
    pthread_t t, s;
    pthread_create(&t, NULL, work, (void *)0);
    pthread_create(&s, NULL, work, (void *)1);
    pthread_join(t, NULL);
    pthread_join(s, NULL);
    return 0;
}
