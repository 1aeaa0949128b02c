// expect: safe
#include <assert.h>

int main(void)
{
    int n = 0, i = 0;
    do
        n += i;
    while (++i < 5);
    assert(n == 10);
    for (int a = 0, b = 10; a < b; a++, b--) {
        if (a == 2)
            continue;
        if (a == 4)
            break;
        n++;
    }
    assert(n == 13);
    int primes = 0;
    for (int p = 2; p < 50; p++) {
        for (int d = 2; d * d <= p; d++)
            if (p % d == 0)
                goto composite;
        primes++;
    composite:;
    }
    assert(primes == 15);
    unsigned x = 27, steps = 0;
    while (x != 1) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        steps++;
    }
    assert(steps == 111);
    return 0;
}
