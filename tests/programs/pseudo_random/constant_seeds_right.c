// Seeds that are the same in each run give glibc's numbers, also in a program that looks at a clock, and where one generator seeds
// another.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    time_t begin = time(NULL);
    assert(rand() == 1804289383);
    srand(42);
    unsigned first = (unsigned)rand();
    assert(first == 71876166);
    unsigned seed = 5;
    int number = rand_r(&seed);
    seed = 5;
    assert(rand_r(&seed) == number);
    assert(rand_r(&first) == rand_r(&(unsigned){71876166}));
    srand48(7);
    long a = lrand48();
    srand48(7);
    assert(lrand48() == a);
    return time(NULL) < begin;
}
