// expect: inconclusive
// message: several threads opened is flushed first
// fflush of all streams writes the newest stream first. Which one that is, of two threads' streams over one file, is not followed.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *print(void *text)
{
    FILE *out = fdopen(ends[1], "w");
    fputs(text, out);
    return NULL;
}

int main(void)
{
    if (pipe(ends))
        return 1;
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, print, "a");
    pthread_create(&threads[1], NULL, print, "b");
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    fflush(NULL);
    char byte;
    assert(read(ends[0], &byte, 1) == 1);
    assert(byte == 'a' || byte == 'b');
    return 0;
}
