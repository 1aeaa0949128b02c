// heddle: --property=exit
// expect: violation
// kinds: exit
// message: the program ends with a status other than 0
// Of the status others see eight bits.
int __VERIFIER_nondet_int(void);

int main(void)
{
    int status = __VERIFIER_nondet_int();
    if (status != 256 && status != 511)
        return 0;
    return status;
} // <- violation
