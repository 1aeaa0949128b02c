// expect: inconclusive
// message: inline assembly: "cpuid": an instruction that is not modelled
int main(void)
{
    unsigned a = 0, b, c, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
    return a == 3;
}
