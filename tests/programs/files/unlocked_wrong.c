// expect: violation
// kinds: assertion
// Without the lock, what two calls write is mixed.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *write_it(void *text)
{
    fputs(text, file);
    fputs(text, file);
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
    assert(first == fgetc(file)); // <- violation
    return fclose(file);
}
