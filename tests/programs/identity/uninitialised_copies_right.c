// A copy of memory that was never written is equal to the original, whichever way it was made and in whatever
// pieces it is read, also by other threads and when the original is no more.
//
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct packet {
    char kind;
    short length;
    int words[5];
};

static struct packet shared, second;

static void *copier(void *argument)
{
    (void)argument;
    second = shared;
    return NULL;
}

int main(void)
{
    struct packet local, *heap = malloc(sizeof *heap), again;
    pthread_t thread;
    int before[4], after[4];
    memcpy(&shared, &local, sizeof shared);
    pthread_create(&thread, NULL, copier, NULL);
    memcpy(&again, &shared, sizeof again); // both read
    pthread_join(thread, NULL);
    *heap = second;
    heap = realloc(heap, 10 * sizeof *heap);
    memmove(heap + 1, heap, sizeof *heap);
    assert(heap[1].words[3] == local.words[3]);
    assert(again.length == local.length && heap[1].kind == local.kind);
    for (int k = 0; k < 5; k++)
        assert(((char *)heap[1].words)[4 * k + 1] == (char)(local.words[k] >> 8));
    memcpy(after, before, sizeof after);
    int sum = after[2];
    memmove(before, before + 1, 8); // before[0] is now what before[1] was
    assert(before[0] == after[1] && before[2] == sum);
    free(heap);
    return 0;
}
