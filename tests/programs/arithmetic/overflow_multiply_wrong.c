// heddle: --property=overflow
// expect: violation
// kinds: overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int side = __VERIFIER_nondet_int();
    if (side < 0 || side > 50000)
        return 0;
    int area = side * side; // <- violation
    return area == 49;
}
