// clang: -mcx16
// expect: safe
// What each atomic operation on 16 bytes gives, for any operands: the same as the plain one.
#include <assert.h>
#include <stdatomic.h>

typedef unsigned __int128 wide;

extern unsigned long __VERIFIER_nondet_ulong(void);

static _Atomic wide cell;

int main(void)
{
    wide a = (wide)__VERIFIER_nondet_ulong() << 64 | __VERIFIER_nondet_ulong();
    wide b = (wide)__VERIFIER_nondet_ulong() << 64 | 5, expected;
    atomic_store(&cell, a);
    assert(atomic_load(&cell) == a);
    assert(atomic_fetch_add(&cell, b) == a && cell == a + b);
    assert(atomic_fetch_sub(&cell, b) == a + b && cell == a);
    assert(atomic_fetch_and(&cell, b) == a && cell == (a & b));
    cell = a;
    assert(atomic_fetch_or(&cell, b) == a && cell == (a | b));
    cell = a;
    assert(atomic_fetch_xor(&cell, b) == a && cell == (a ^ b));
    cell = a;
    assert(__atomic_fetch_nand((wide *)&cell, b, __ATOMIC_SEQ_CST) == a && cell == ~(a & b));
    cell = a;
    assert(atomic_exchange(&cell, b) == a && cell == b);
    expected = b;
    assert(atomic_compare_exchange_strong(&cell, &expected, a) && cell == a && expected == b);
    expected = a ^ 1;
    assert(!atomic_compare_exchange_strong(&cell, &expected, b) && cell == a && expected == a);
    expected = a ^ (wide)1 << 100;
    assert(!atomic_compare_exchange_strong(&cell, &expected, b) && cell == a && expected == a);
    return 0;
}
