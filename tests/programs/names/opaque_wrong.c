// A library's object, of which this file knows only that there is one, is named by the pointer all the same.
// files: support/box.c
// expect: violation
// kinds: assertion
// text: write shared->size = 1
// text: lock shared->lock
// text: ! block of|\(malloc at
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct box;
struct box *box_new(void);
void box_add(struct box *box);
int box_size(struct box *box);

static struct box *shared;

static void *add(void *unused)
{
    box_add(shared);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    shared = box_new();
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(box_size(shared) == 2);
    return 0;
}
