// expect: violation
// kinds: assertion
// heddle: --all
// main looks at the variables in ways other than loading them: realloc, memcpy, an argument passed by value, output.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big {
    long a[4];
};
static struct big by_value;
static char text[2] = "?";
static int *block, source[2];

static void *work(void *argument)
{
    long n = *(int *)argument;
    by_value.a[2] = n;
    block[1] = (int)n;
    source[1] = (int)n;
    text[0] = (char)('0' + n);
    return NULL;
}

static long third(struct big big)
{
    return big.a[2];
}

int main(void)
{
    pthread_t t[2];
    int one = 1, two = 2, copy[2];
    block = calloc(2, sizeof *block);
    pthread_create(&t[0], NULL, work, &one);
    pthread_create(&t[1], NULL, work, &two);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    block = realloc(block, 64);
    assert(block[1] != 1); // <- violation
    assert(third(by_value) != 1); // <- violation
    assert((memcpy(copy, source, sizeof copy), copy[1]) != 1); // <- violation
    puts(text);
    return 0;
}
