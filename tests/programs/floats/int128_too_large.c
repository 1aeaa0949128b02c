// expect: inconclusive
// message: does not fit
// C leaves open what becomes of it.
int main(void)
{
    volatile double large = 0x1p127;
    __int128 number = (__int128)large;
    return number == 0;
}
