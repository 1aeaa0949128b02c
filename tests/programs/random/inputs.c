// expect: violation
// kinds: assertion
// case: --seed=1 random=21
// case: --seed=2 random=1
// case: --seed=3 random=2
// Sides of branches are drawn, before there are threads (the walk then begins with the program) and in them; the witness has
// inputs that take the sides drawn.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static unsigned n;
static int last;

static void *one(void *argument)
{
    if (n % 3 == 1)
        last = 1;
    return argument;
}

static void *two(void *argument)
{
    if (n > 1000)
        last = 2;
    return argument;
}

int main(void)
{
    heddle_symbolic(&n, sizeof n, "n");
    if (n % 2 == 0)
        return 0;
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (n > 500)
        assert(last != 1); // <- violation
    return 0;
}
