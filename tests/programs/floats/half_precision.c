// expect: inconclusive
// message: 16-bit
// There is no model of 16-bit floating point; what cannot be lowered is reported where it is reached.
int main(void)
{
    volatile _Float16 x = 1.5f16;
    return x + 1 == 2.5f16;
}
