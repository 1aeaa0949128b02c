// heddle: --stack-size=none
// expect: inconclusive
// message: recursion deeper than 600000 calls
static int down(int n)
{
    return 1 + down(n - 1);
}

int main(void)
{
    return down(0);
}
