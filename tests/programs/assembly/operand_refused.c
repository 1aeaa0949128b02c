// expect: inconclusive
// message: not modelled: inline assembly: an operand that is neither an integer nor a pointer|a constraint that is not modelled
// case: VECTOR=1 default
// case: default
typedef int vector __attribute__((vector_size(16)));

int main(void)
{
#ifdef VECTOR
    vector v = {1, 2, 3, 4};
#else
    double v = 1;
#endif
    __asm__("" : "+x"(v));
    return 0;
}
