// twostage: WRITERS threads set one variable under one lock, and then, under another lock, a second one that has to be one
// more; READERS threads look at both the same way. The claim: who sees the first set sees the second, too. Violated
// between the stages.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static int get(pthread_mutex_t *lock, const int *variable)
{
    pthread_mutex_lock(lock);
    int value = *variable;
    pthread_mutex_unlock(lock);
    return value;
}

static void set(pthread_mutex_t *lock, int *variable, int value)
{
    pthread_mutex_lock(lock);
    *variable = value;
    pthread_mutex_unlock(lock);
}

static void *write_both(void *argument)
{
    set(&first_lock, &first, 1);
    set(&second_lock, &second, 2);
    return argument;
}

static void *read_both(void *argument)
{
    int a = get(&first_lock, &first);
    if (a == 0)
        return argument;
    int b = get(&second_lock, &second);
    assert(b == a + 1);
    return argument;
}

int main(void)
{
    pthread_t t[WRITERS + READERS];
    for (int k = 0; k < WRITERS + READERS; k++)
        pthread_create(&t[k], NULL, k < WRITERS ? write_both : read_both, NULL);
    for (int k = 0; k < WRITERS + READERS; k++)
        pthread_join(t[k], NULL);
    return 0;
}
