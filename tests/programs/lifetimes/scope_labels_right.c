// expect: safe
// A jump back to a label in the block of a variable does not end its lifetime, also where the label stands before the declaration
// (C11 6.2.4p6); functions for cleanup run while the variables of the block are there, whatever way leaves it.
#include <assert.h>
#include <pthread.h>

static int *p, calls;

static void set_three(int **q)
{
    assert(**q == 2);
    **q = 3;
    ++calls;
}

static inline __attribute__((always_inline)) void set_two(int **q)
{
    assert(**q == 2 || **q == 3);
    **q = 2;
    ++calls;
}

static void *thread(void *argument)
{
    ++*(int *)argument;
    return 0;
}

static int back(void)
{
    int rounds = 0;
    p = 0;
    {
    again:
        if (p)
            rounds += *p;
        int v = 1;
        p = &v;
        if (rounds < 2)
            goto again;
    }
    return rounds;
}

static int back_in_function(void)
{
    int rounds = 0;
    p = 0;
again:
    if (p)
        rounds += *p;
    int v = 1;
    p = &v;
    if (rounds < 2)
        goto again;
    return rounds;
}

static void cleanups(int way)
{
    for (int round = 0; round < 3; round++) {
        if (way)
            goto in;
        int v;
    in:
        v = 2;
        p = &v;
        __attribute__((cleanup(set_three))) int *u = &v;
        if (way == 3)
            break;
        if (way == 4)
            continue;
        if (way == 5)
            return;
        __attribute__((cleanup(set_two))) int *w = &v;
        assert(*u == 2 && *w == 2);
    }
}

static void cleanups_inlined(int way)
{
    for (int round = 0; round < 3; round++) {
        if (way)
            goto in;
        int v;
    in:
        v = 2;
        p = &v;
        __attribute__((cleanup(set_two))) int *w = &v;
        {
            int size = way + 3;
            int array[size];
            array[0] = 2;
            __attribute__((cleanup(set_two))) int *x = array;
            *p = 2;
            if (way == 5)
                continue;
        }
        if (way == 6)
            return;
        __attribute__((cleanup(set_two))) int *u = &v;
        if (way == 3)
            break;
        if (way == 4)
            goto in;
        assert(*u == 2 && *w == 2);
        if (way == 7)
            way = 4;
    }
}

static int threads(int rounds)
{
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
        pthread_t t;
        if (round)
            goto in;
        int v;
    in:
        v = round;
        pthread_create(&t, 0, thread, &v);
        pthread_join(t, 0);
        sum += v;
    }
    return sum;
}

int main(void)
{
    assert(back() == 2);
    assert(back_in_function() == 2);
    for (int way = 0; way < 7; way++) {
        cleanups(way);
        if (way != 4)
            cleanups_inlined(way);
    }
    assert(threads(2) == 3);
    assert(calls > 20);
    return 0;
}
