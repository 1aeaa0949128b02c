// expect: safe
// Variables whose declarations cannot be reached, of blocks that are entered again; what they hold stays where only an inner block
// uses them.
#include <assert.h>
#include <pthread.h>

static int *p;

static void *thread(void *argument)
{
    ++*(int *)argument;
    return 0;
}

static void keep(int *address)
{
    p = address;
}

static int count(int k)
{
    int found = 0;
    switch (k) {
        int v;
    case 1: v = 0;
    case 2:
        for (int round = 0; round < 3; round++) {
            if (round == 0)
                v = 0;
            ++v;
            keep(&v);
            found += *p;
        }
    }
    return found;
}

static int only_inside(int rounds)
{
    switch (rounds) {
        int v;
    default:
        for (int round = 0; round < rounds; round++) {
            if (round == 0)
                v = 0;
            keep(&v);
            ++*p;
            if (round == rounds - 1)
                return v;
        }
    }
    return 0;
}

static int by_thread(int k)
{
    int sum = 0;
    for (int round = 0; round < 2; round++)
        switch (k) {
            int v;
            pthread_t t;
        case 1:
            v = round;
            pthread_create(&t, 0, thread, &v);
            pthread_join(t, 0);
            sum += v;
        }
    return sum;
}

int main(void)
{
    assert(count(1) == 6);
    assert(count(2) == 6);
    assert(only_inside(3) == 3);
    assert(by_thread(1) == 3);
    return 0;
}
