// expect: violation
// kinds: assertion
// A hash over the bytes of the handle: a thread finds the entry of one that is over.
#include <assert.h>
#include <pthread.h>

enum { SLOTS = 64 };
static struct {
    int used, value;
} table[SLOTS];

static unsigned hash(const void *data, unsigned size)
{
    unsigned sum = 5381;
    for (unsigned k = 0; k < size; k++)
        sum = sum * 33 + ((const unsigned char *)data)[k];
    return sum;
}

static void *work(void *argument)
{
    pthread_t self = pthread_self();
    unsigned slot = hash(&self, sizeof self) % SLOTS;
    assert(!table[slot].used || table[slot].value == 0); // <- violation
    table[slot].used = table[slot].value = 1;
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
