// expect: safe
// A stream can be locked for several calls; others wait, also those that print.
// case: optimal default
// case: PRINT=1 optimal default
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#ifdef PRINT
#define FILE_OF(name) stdout
#else
#define FILE_OF(name) name
#endif

static FILE *file;
static int inside;

static void *write_it(void *text)
{
    flockfile(FILE_OF(file));
    inside++;
    fputs(text, FILE_OF(file));
    assert(inside == 1);
    fputs(text, FILE_OF(file));
    inside--;
    funlockfile(FILE_OF(file));
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    file = fopen("f", "w+");
    pthread_create(&threads[0], NULL, write_it, "a");
    pthread_create(&threads[1], NULL, write_it, "b");
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    rewind(file);
    int first = fgetc(file);
    assert(first == fgetc(file));
    return fclose(file);
}
