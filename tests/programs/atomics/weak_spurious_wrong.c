// heddle: --weak-cas-fails
// expect: violation
// kinds: assertion
// case: EXCHANGE=atomic_compare_exchange_weak(&x,&zero,1) optimal default
// case: EXCHANGE=atomic_compare_exchange_weak_explicit(&x,&zero,1,memory_order_acquire,memory_order_relaxed) optimal default
// case: EXCHANGE=__atomic_compare_exchange_n(&y,&zero,1,1,__ATOMIC_SEQ_CST,__ATOMIC_SEQ_CST) optimal default
// case: INPUT=1 EXCHANGE=atomic_compare_exchange_weak(&x,&zero,1) optimal default
// A weak compare-exchange may fail though the values are equal (C11 7.17.7.4).
#include <assert.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int x;
static int y;

int main(void)
{
    int zero = 0;
#ifdef INPUT
    x = __VERIFIER_nondet_int();
    zero = x;
#endif
    y = 0;
    assert(EXCHANGE); // <- violation
    return 0;
}
