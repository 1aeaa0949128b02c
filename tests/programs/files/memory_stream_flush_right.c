// expect: safe
// por: classic source optimal default
// Threads that flush a stream over memory store its place and length one after the other.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *stream;
static char *text;
static size_t length;

static void *writer(void *argument)
{
    (void)argument;
    fputc('x', stream);
    fflush(stream);
    return 0;
}

int main(void)
{
    pthread_t thread;
    stream = open_memstream(&text, &length);
    pthread_create(&thread, 0, writer, 0);
    writer(0);
    pthread_join(thread, 0);
    assert(length == 2 && text[0] == 'x' && text[1] == 'x' && text[2] == 0);
    fclose(stream);
    free(text);
    return 0;
}
