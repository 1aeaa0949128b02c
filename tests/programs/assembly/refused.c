// expect: inconclusive
// message: not modelled: inline assembly: "
// What is not understood completely is not guessed: each of these has one meaning that the table could give, and one
// reason why the program may do something else.
// case: WHAT=1 default
// case: WHAT=2 default
// case: WHAT=3 default
// case: WHAT=4 default
// case: WHAT=5 default
// case: WHAT=6 default
// case: WHAT=7 default
// case: WHAT=8 default
// case: WHAT=9 default
// case: WHAT=10 default
// case: WHAT=11 default
// case: WHAT=12 default

int main(void)
{
    int a = 1, b = 2;
    long c = 3, memory[2] = {1, 2};
#if WHAT == 1 // a part of several that is unknown
    __asm__("incl %0; vzeroupper" : "+r"(a));
#elif WHAT == 2 // an input that is written: the compiler believes that it is what it was
    __asm__("incl %1; movl %1, %0" : "=r"(a) : "r"(b));
#elif WHAT == 3 // the same of a register that is named
    __asm__ volatile("lock; cmpxchgl %2, %0" : "+m"(a) : "a"(b), "r"(5));
#elif WHAT == 4 // %0 and %2 may be one register
    __asm__("movl $7, %0; addl %2, %0" : "=r"(a) : "r"(b), "r"(a));
#elif WHAT == 5 // a flag that is undefined after the instruction
    unsigned char overflow;
    __asm__("btl $3, %1; seto %0" : "=q"(overflow) : "r"(a));
#elif WHAT == 6 // a register with a value from elsewhere
    __asm__("movl %%ecx, %0" : "=r"(a));
#elif WHAT == 7 // the upper half of a register that holds an int
    __asm__("movq %q1, %0" : "=r"(c) : "r"(a));
#elif WHAT == 8 // no atomic form of the machine's
    __asm__ volatile("lock; negq %0" : "+m"(memory[0]));
#elif WHAT == 9 // jumps
    __asm__ volatile("1: decl %0; jnz 1b" : "+r"(a));
#elif WHAT == 10 // a segment that is not that of the thread
    __asm__ volatile("movq %%gs:0, %0" : "=r"(c));
#elif WHAT == 11 // a register that is not declared
    __asm__ volatile("movl $1, %%ecx; movl %%ecx, %0" : "=r"(a));
#else // another prefix
    __asm__ volatile("rep; bsf %1, %0" : "=r"(a) : "r"(b));
#endif
    return 0;
}
