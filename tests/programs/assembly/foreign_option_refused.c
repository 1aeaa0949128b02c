// expect: inconclusive
// message: not modelled: inline assembly: "dmb everything"
int main(void)
{
    __asm__ volatile("dmb everything" : : : "memory");
    return 0;
}
