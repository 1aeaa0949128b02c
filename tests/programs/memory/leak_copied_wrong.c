// heddle: --property=leak
// expect: violation
// kinds: leak
// What memcpy has copied beside another thread is nothing that points to the block.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct pair {
    void *p, *q;
} a, b;

static void *other(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    a.p = malloc(4); // <- violation
    memcpy(&b, &a, sizeof a);
    a.p = b.p = NULL;
    pthread_join(thread, NULL);
    return 0;
}
