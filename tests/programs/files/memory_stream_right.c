// heddle: --property=assertion,memory,leak,data-race
// expect: safe
// What is written to memory is shown by fflush and fclose; the program releases it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *work(void *stream)
{
    fputs("ab", stream);
    return NULL;
}

int main(void)
{
    char *text = NULL;
    size_t length = 7;
    pthread_t thread;
    FILE *stream = open_memstream(&text, &length);
    assert(stream && fileno(stream) == -1 && fopen("/tmp/missing", "r") == NULL);
    pthread_create(&thread, NULL, work, stream);
    fprintf(stream, "%d", 12);
    pthread_join(thread, NULL);
    fflush(stream);
    assert(length == 4 && (strcmp(text, "12ab") == 0 || strcmp(text, "ab12") == 0));
    for (int i = 0; i < 30; i++)
        fprintf(stream, "%c", 'a' + i % 26);
    assert(ftell(stream) == 34);
    fclose(stream);
    assert(length == 34 && strlen(text) == 34 && text[33] == 'd');
    free(text);
    stream = open_memstream(&text, &length);
    fclose(stream);
    assert(length == 0 && *text == 0);
    free(text);
    return 0;
}
