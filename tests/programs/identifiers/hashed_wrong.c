// expect: violation
// kinds: assertion
// A table by the number that the handle is: a thread finds the entry of one that is over.
#include <assert.h>
#include <pthread.h>

enum { SLOTS = 61 };
static struct {
    int used, value;
} table[SLOTS];

static int *entry(void)
{
    unsigned long slot = ((unsigned long)pthread_self() >> 4) % SLOTS;
    if (!table[slot].used) {
        table[slot].used = 1;
        table[slot].value = 0;
    }
    return &table[slot].value;
}

static void *work(void *argument)
{
    int *value = entry();
    assert(*value == 0); // <- violation
    *value = 1;
    return argument;
}

int main(void)
{
    for (int k = 0; k < 2; k++) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
    }
}
