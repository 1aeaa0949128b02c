// clang: -fsanitize=shift -fsanitize-trap=shift
// expect: violation
// case: --property=overflow optimal default
// case: --property=abort optimal default
// case: --property=overflow,abort optimal default
// A program that is compiled with traps of its own ends by them.
int main(int argc, char **argv)
{
    (void)argv;
    int negative = -argc;
    return negative << 1; // <- violation
}
