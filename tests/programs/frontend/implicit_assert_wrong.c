// expect: violation
// kinds: assertion
// message: implicit|undeclared function 'assert'
// message: assertion failed: assert
// `assert` without its header is declared by its call, of whatever type the argument is.
static long long wide = 1LL << 32;
static double half = 0.5;
static int number;

int main(void)
{
    assert(wide);
    assert(half);
    assert(&number);
    assert(number == 0);
    assert(number); // <- violation
    return 0;
}
