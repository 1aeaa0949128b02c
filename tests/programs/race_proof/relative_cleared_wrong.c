// Another thread clears the lock that main holds, without a race: main took it before, and who takes it now comes later.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// line: 21
// rule: proof-relative-memory default
#include <pthread.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
static struct box {
    pthread_mutex_t lock;
    int value;
} boxes[2];

static struct box *chosen;

static void count(struct box *b)
{
    pthread_mutex_lock(&b->lock);
    b->value++;
}

static void *run(void *argument)
{
    count(chosen);
    return argument;
}

static void *clear(void *argument)
{
    pthread_t c;
    memset(&chosen->lock, 0, sizeof chosen->lock);
    pthread_create(&c, NULL, run, NULL);
    return argument;
}

int main(void)
{
    pthread_t b;
    struct box *mine = chosen = &boxes[__VERIFIER_nondet_int() != 0];
    pthread_mutex_lock(&mine->lock);
    pthread_create(&b, NULL, clear, NULL);
    mine->value++;
    return 0;
}
