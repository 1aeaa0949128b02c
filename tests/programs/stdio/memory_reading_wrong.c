// expect: violation
// kinds: memory
// The memory of a stream is released while another thread may still have to read it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *parse(void *in)
{
    fgetc(in);
    return NULL;
}

int main(void)
{
    char *text = strdup("text");
    FILE *in = fmemopen(text, 4, "r");
    pthread_t thread;
    pthread_create(&thread, NULL, parse, in);
    free(text);
    pthread_join(thread, NULL);
    return fclose(in);
}
