// expect: violation
// kinds: assertion
// Returning from main flushes a stream over a pipe: another thread may still read what was printed.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *read_it(void *argument)
{
    char bytes[8];
    assert(read(ends[0], bytes, sizeof bytes) != 2);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pipe(ends);
    FILE *out = fdopen(ends[1], "w");
    fputs("ok", out);
    pthread_create(&thread, NULL, read_it, NULL);
    return 0;
}
