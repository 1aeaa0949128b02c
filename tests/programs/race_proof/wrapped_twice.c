// Arrays that a function makes by way of another one around malloc: each call of it makes another one, so that
// threads without end may write one of them under a lock and read the other without.
// heddle: --property=data-race
// expect: safe
// por: default
// executions: default=0
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *read_only, *written;

static void *some_memory(size_t size)
{
    void *block = malloc(size);
    if (!block)
        abort();
    return block;
}

static int *numbers(int count)
{
    int *made = some_memory(sizeof(int) * count);
    for (int k = 0; k < count; k++)
        made[k] = k;
    return made;
}

static void *run(void *argument)
{
    pthread_mutex_lock(&lock);
    written[0] += 1;
    pthread_mutex_unlock(&lock);
    return read_only[1] ? argument : NULL;
}

int main(void)
{
    read_only = numbers(4);
    written = numbers(4);
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, run, NULL);
    }
}
