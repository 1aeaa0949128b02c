// singleton: one thread allocates what four threads then write to, three of them X, one Y. The claim: X was last.
// Violated; 4! orders of the writes.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *instance;

static void *create(void *argument)
{
    instance = malloc(1);
    return argument;
}

static void *write_letter(void *argument)
{
    *instance = *(const char *)argument;
    return NULL;
}

int main(void)
{
    static const char letters[] = {'X', 'Y', 'X', 'X'};
    pthread_t creator, writers[4];
    pthread_create(&creator, NULL, create, NULL);
    pthread_join(creator, NULL);
    for (int k = 0; k < 4; k++)
        pthread_create(&writers[k], NULL, write_letter, (void *)&letters[k]);
    for (int k = 0; k < 4; k++)
        pthread_join(writers[k], NULL);
    assert(*instance == 'X');
    free(instance);
    return 0;
}
