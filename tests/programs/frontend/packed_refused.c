// files: support/packed.i
// expect: inconclusive
// message: __builtin_va_arg_pack
// A function that hands on its arguments and does something else besides is not taken for the one of the C library.
int tried(void);

int main(void)
{
    return tried();
}
