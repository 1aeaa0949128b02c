// expect: safe
// Writes of up to PIPE_BUF bytes are not mixed.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *write_it(void *text)
{
    assert(write(ends[1], text, 2) == 2);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    char bytes[4];
    pipe(ends);
    pthread_create(&threads[0], NULL, write_it, "ab");
    pthread_create(&threads[1], NULL, write_it, "cd");
    for (int i = 0; i < 4; i += (int)read(ends[0], bytes + i, (size_t)(4 - i)))
        ;
    assert((bytes[0] == 'a') == (bytes[1] == 'b') && (bytes[2] == 'a') == (bytes[3] == 'b') && bytes[0] != bytes[2]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
