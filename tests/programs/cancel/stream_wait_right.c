// heddle: --property=assertion,abort,deadlock,memory,lock,leak
// expect: safe
// A thread that waits for a line of a pipe is cancelled; the stream's lock is free after it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *read_line(void *stream)
{
    char line[100];
    fgets(line, sizeof line, stream);
    assert(0); // nobody writes
    return NULL;
}

int main(void)
{
    int ends[2];
    pthread_t thread;
    void *result;
    if (pipe(ends) != 0)
        return 0;
    FILE *stream = fdopen(ends[0], "r");
    if (!stream)
        return 0;
    pthread_create(&thread, NULL, read_line, stream);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    fclose(stream);
    close(ends[1]);
    return 0;
}
