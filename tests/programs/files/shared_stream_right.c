// heddle: --property=data-race,memory,assertion
// expect: safe
// Calls on one stream do not race with each other.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *use_it(void *argument)
{
    fputc('a', file);
    ungetc('x', file);
    (void)feof(file);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    file = fopen("f", "w+");
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, use_it, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return fclose(file);
}
