// expect: violation
// kinds: assertion
// heddle: --all
// Writes of other sizes to the same bytes, by memset and through structures.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static union {
    uint32_t word;
    uint8_t bytes[4];
} u;
static struct pair {
    int a, b;
} pair;
static uint16_t filled[4];

static void *t1(void *argument)
{
    u.word = 0x01010101;
    pair = (struct pair){1, 1};
    memset(filled, 0x11, sizeof filled);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    u.bytes[2] = 2;
    pair.b = 2;
    filled[3] = 2;
    pthread_join(t, NULL);
    assert(u.word != 0x01020101); // <- violation
    assert(!(pair.a == 1 && pair.b == 2)); // <- violation
    assert(!(filled[2] == 0x1111 && filled[3] == 2)); // <- violation
    return 0;
}
