// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// What is asserted comes by structure assignment and memcpy, among much that is not.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct record {
    long irrelevant[4];
    int number;
};

static struct record source, middle, target;

static void *t1(void *argument)
{
    source.irrelevant[2] = 5;
    source.number = 1;
    return argument;
}

static void *t2(void *argument)
{
    middle = source;
    memcpy(&target, &middle, sizeof target);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(target.number == 0); // <- violation
    return 0;
}
