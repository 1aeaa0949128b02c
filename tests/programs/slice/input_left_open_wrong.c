// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// A branch outside the slice on the input that the assertions are about: one of its sides is followed, and that must not
// narrow the input: what fails needs the other side of both branches than what is first tried.
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
        assert(input > -200); // <- violation
    else if (input > 10)
        assert(input < 200); // <- violation
    return 0;
}
