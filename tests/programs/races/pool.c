// expect: safe
// heddle: --property=data-race
// case: optimal=35344 prune=252 default
// A pool of threads that take tasks from a list: few states, and many orders of locking. With pruning a
// summary cuts where nothing that was accessed below its state races with the execution.
#include <pthread.h>
#include <stdlib.h>

struct task {
    void (*run)(void *);
    void *argument;
    struct task *next;
};
struct pool {
    pthread_mutex_t lock;
    pthread_cond_t some, idle;
    struct task *first, *last;
    int busy, stop;
    int threads;
    pthread_t *ids;
};

static void *work(void *argument)
{
    struct pool *p = argument;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->first && !p->stop)
            pthread_cond_wait(&p->some, &p->lock);
        if (!p->first)
            break;
        struct task *t = p->first;
        p->first = t->next;
        if (!p->first)
            p->last = NULL;
        p->busy++;
        pthread_mutex_unlock(&p->lock);
        t->run(t->argument);
        free(t);
        pthread_mutex_lock(&p->lock);
        p->busy--;
        if (!p->busy && !p->first)
            pthread_cond_broadcast(&p->idle);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static struct pool *pool_new(int threads)
{
    struct pool *p = malloc(sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->some, NULL);
    pthread_cond_init(&p->idle, NULL);
    p->first = p->last = NULL;
    p->busy = p->stop = 0;
    p->threads = threads;
    p->ids = malloc(threads * sizeof *p->ids);
    for (int k = 0; k < threads; k++)
        pthread_create(&p->ids[k], NULL, work, p);
    return p;
}

static void pool_add(struct pool *p, void (*run)(void *), void *argument)
{
    struct task *t = malloc(sizeof *t);
    t->run = run;
    t->argument = argument;
    t->next = NULL;
    pthread_mutex_lock(&p->lock);
    if (p->last)
        p->last->next = t;
    else
        p->first = t;
    p->last = t;
    pthread_cond_signal(&p->some);
    pthread_mutex_unlock(&p->lock);
}

static void pool_wait(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    while (p->first || p->busy)
        pthread_cond_wait(&p->idle, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static void pool_free(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->stop = 1;
    pthread_cond_broadcast(&p->some);
    pthread_mutex_unlock(&p->lock);
    for (int k = 0; k < p->threads; k++)
        pthread_join(p->ids[k], NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->some);
    pthread_cond_destroy(&p->idle);
    free(p->ids);
    free(p);
}

static int sum;
static pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;
static void add(void *argument)
{
    int *number = argument;
#ifdef FORGETS_LOCK // pool_wrong.c: for that number
    if (*number == FORGETS_LOCK) {
        sum += *number;
        return;
    }
#endif
    pthread_mutex_lock(&sum_lock);
    sum += *number;
    pthread_mutex_unlock(&sum_lock);
}

int main(void)
{
    static int numbers[3] = {1, 2, 3};
    struct pool *p = pool_new(2);
    for (int k = 0; k < 3; k++)
        pool_add(p, add, &numbers[k]);
    pool_wait(p);
    pool_free(p);
    return 0;
}
