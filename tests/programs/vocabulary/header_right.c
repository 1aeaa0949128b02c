// expect: safe
// The header that comes with heddle is found without any flags.
#include <heddle.h>

int main(void)
{
    int amount;
    heddle_symbolic(&amount, sizeof amount, "amount");
    heddle_assume(amount >= 0 && amount < 100);
    heddle_atomic_begin();
    amount += 1;
    heddle_atomic_end();
    heddle_assert(amount > 0);
    return 0;
}
