// expect: inconclusive
// message: inline assembly: "rdpmc": an instruction that is not modelled
int main(void)
{
    unsigned counter = 0, low, high;
    __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter));
    return low == 3;
}
