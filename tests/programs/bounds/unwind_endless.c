// heddle: --unwind=5
// expect: inconclusive
int main(void)
{
    unsigned x = 1;
    for (;;)
        x = x * 5 + 1;
}
