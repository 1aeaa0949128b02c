// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// Releasing memory that a relevant access reads. A thread that finds it released goes no further, so that whether the
// assertion is reached depends on it; it must be, in the other order.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *data;

static void *t1(void *argument)
{
    free(data);
    return argument;
}

static void *t2(void *argument)
{
    assert(*data != 3); // <- violation
    return argument;
}

int main(void)
{
    data = malloc(sizeof *data);
    *data = 3;
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
