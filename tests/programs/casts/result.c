// expect: inconclusive
// message: call of 'both', whose type is i64,i64\(\), as a function of type i32\(\)
// A function that returns two words, called as one that returns an `int`.
#include <assert.h>

struct pair {
    long first, second;
};

static struct pair both(void)
{
    return (struct pair){1, 2};
}

int main(void)
{
    int (*volatile pointer)(void) = (int (*)(void))both;
    int first = pointer(), next = 9;
    assert(next == 9);
    return first - 1;
}
