// expect: violation
// kinds: assertion
// Which of two writers comes first is open.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *write_it(void *text)
{
    write(ends[1], text, 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    char byte;
    pipe(ends);
    pthread_create(&threads[0], NULL, write_it, "a");
    pthread_create(&threads[1], NULL, write_it, "b");
    assert(read(ends[0], &byte, 1) == 1 && byte == 'a'); // <- violation
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
