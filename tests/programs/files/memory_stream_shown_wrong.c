// expect: violation
// kinds: memory
// One thread looks at what a stream over memory has shown, while another one goes on to write.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *stream;
static char *text;
static size_t length;

static void *go_on(void *unused)
{
    fputs("more", stream);
    return unused;
}

int main(void)
{
    pthread_t thread;
    stream = open_memstream(&text, &length);
    fputs("abc", stream);
    fflush(stream);
    pthread_create(&thread, NULL, go_on, NULL);
    int first = text[0]; // <- violation
    pthread_join(thread, NULL);
    fclose(stream);
    free(text);
    return first != 'a';
}
