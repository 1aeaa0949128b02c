// expect: violation
// kinds: assertion
// The result goes to memory that another thread reads meanwhile: after the join, and in its turn with the reader.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *_Atomic result;
static int joined, seen_null, seen_value;

static void *worker(void *argument)
{
    return argument;
}

static void *reader(void *argument)
{
    if (result)
        seen_value = 1;
    else
        seen_null = 1;
    return argument;
}

int main(void)
{
    pthread_t t, r;
    pthread_create(&t, NULL, worker, &joined);
    pthread_create(&r, NULL, reader, NULL);
    joined = pthread_tryjoin_np(t, (void **)&result) == 0;
    pthread_join(r, NULL);
    assert(!(joined && seen_null)); // fails if the reader was faster
    return 0;
}
