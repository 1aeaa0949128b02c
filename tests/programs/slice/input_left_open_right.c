// expect: safe
// heddle: --property=assertion --independence=none
// executions: source=10 optimal=10 default=3
// The same with assertions that hold: a class of inputs below 0, one above 10, the rest, and one execution for each.
// Without slices the branches at 100 and -100 make 5 classes: -100 and less, up to -1, 10, 100, and more. The first has no
// write of t1, the last one two, the others one; the third write has 1, 2 or 3 places: 1 + 2 + 2 + 2 + 3.
#include <assert.h>
#include <pthread.h>

int nondet_int(void);

static int input, sink;

static void *t1(void *argument)
{
    if (input > 100)
        sink = 1;
    if (input > -100)
        sink = 2;
    return argument;
}

static void *t2(void *argument)
{
    sink = 3;
    return argument;
}

int main(void)
{
    input = nondet_int();
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    if (input < 0)
        assert(input < 1);
    else if (input > 10)
        assert(input > 9);
    return 0;
}
