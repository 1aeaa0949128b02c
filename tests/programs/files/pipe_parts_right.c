// expect: safe
// por: classic source optimal default
// Writes of up to PIPE_BUF bytes are in one piece, also when they have to wait for room.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { SIZE = 4096, FILL = 65536 - 4096 };
static int ends[2];

static void *send(void *letter)
{
    char bytes[SIZE];
    memset(bytes, *(const char *)letter, SIZE);
    assert(write(ends[1], bytes, SIZE) == SIZE);
    return NULL;
}

static void receive(char *to, long count)
{
    for (long done = 0; done < count;)
        done += read(ends[0], to + done, (size_t)(count - done));
}

int main(void)
{
    pthread_t threads[2];
    char fill[FILL] = "", all[2 * SIZE];
    pipe(ends);
    write(ends[1], fill, FILL);
    pthread_create(&threads[0], NULL, send, "a");
    pthread_create(&threads[1], NULL, send, "b");
    receive(fill, FILL);
    receive(all, sizeof all);
    assert(memchr(all, 'b' - (all[0] == 'b'), SIZE) == NULL);
    return 0;
}
