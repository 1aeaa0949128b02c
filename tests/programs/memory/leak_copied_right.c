// heddle: --property=leak,memory,assertion
// expect: safe
// Structures with pointers are copied back and forth beside another thread; the last copy is what counts.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct pair {
    void *p;
    int n;
} a, b, c;

static void *other(void *argument)
{
    c = b;
    return argument;
}

int main(void)
{
    pthread_t thread;
    b.p = malloc(4);
    pthread_create(&thread, NULL, other, NULL);
    a.p = malloc(4);
    a.n = 2;
    struct pair copy = a;
    a.p = NULL;
    pthread_join(thread, NULL);
    b.p = NULL;
    memmove(&a, &copy, sizeof a);
    assert(a.n == 2);
    free(a.p);
    a.p = NULL;
    return 0; // c.p points to the other block
}
