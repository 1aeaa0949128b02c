// expect: inconclusive
int main(void)
{
    int x = 1;
    __asm__ volatile("addl $2, %0" : "+r"(x));
    return x == 3;
}
