// expect: safe
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

int main(void)
{
    atomic_int x = 5;
    assert(atomic_fetch_add(&x, 3) == 5 && atomic_load(&x) == 8);
    assert(atomic_fetch_sub(&x, 2) == 8);
    assert(atomic_fetch_or(&x, 9) == 6 && atomic_fetch_and(&x, 12) == 15);
    assert(atomic_fetch_xor(&x, 5) == 12 && x == 9);
    assert(atomic_exchange(&x, 1) == 9);
    int expected = 2;
    assert(!atomic_compare_exchange_strong(&x, &expected, 7) && expected == 1 && x == 1);
    assert(atomic_compare_exchange_strong(&x, &expected, 7) && expected == 1 && x == 7);
    atomic_store(&x, -1);
    assert(x == -1);
    atomic_bool b = false;
    assert(!atomic_exchange(&b, true) && b);
    atomic_flag flag = ATOMIC_FLAG_INIT;
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    assert(!atomic_flag_test_and_set(&flag));
    assert(atomic_is_lock_free(&x));
    return 0;
}
