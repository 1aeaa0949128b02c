// expect: inconclusive
// message: mystery
// case: --property=assertion optimal default
// case: --property=deadlock optimal default
// case: --property=lock optimal default
// case: --property=memory optimal default
// Some inputs lead to a function that is not modelled; nothing that is asked for depends on them.
extern int mystery(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    return x > 0 ? mystery(x) : 0;
}
