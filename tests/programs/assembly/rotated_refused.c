// expect: inconclusive
// message: rolq .3, %rdi": bits
// Rotations that do not go round: a register is not what the compiler takes it to be.
#include <assert.h>

int main(void)
{
    long result = 1;
    __asm__ volatile("rolq $3, %%rdi ; rorq $2, %%rdi ; rolq $13, %%rdi" : "+d"(result) : : "cc");
    assert(result == 1);
    return 0;
}
