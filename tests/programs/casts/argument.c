// expect: inconclusive
// message: call of 'work', whose type is \(i32\), as a function of type \(i64\)
// A pointer to a function that takes an `int`, called as one that takes a pointer: C leaves open what happens.
#include <assert.h>

static int seen;

static void work(int id)
{
    seen = id == 5;
}

int main(void)
{
    void (*volatile pointer)(void *) = (void (*)(void *))work;
    pointer((void *)0x100000005L);
    assert(!seen);
    return 0;
}
