// expect: violation
// kinds: assertion
// por: none classic source optimal states default
// An address goes on as lengths of texts and as positions in one: differences of other addresses.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static int value;
static uintptr_t given;

static uintptr_t length(unsigned n)
{
    char text[17];
    memset(text, 'x', n);
    text[n] = 0;
    return strlen(text);
}

static uintptr_t position(unsigned n)
{
    static const char letters[] = "ABCDEFGHIJKLMNOP";
    return (uintptr_t)(strchr(letters, letters[n]) - letters);
}

static void *set(void *argument)
{
    uintptr_t address = 0;
    for (int k = 0; k < 16; k++)
        address |= (k % 2 ? length(given >> 4 * k & 15) : position(given >> 4 * k & 15)) << 4 * k;
    *(int *)address = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    given = (uintptr_t)&value;
    pthread_create(&thread, 0, set, 0);
    assert(value == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
