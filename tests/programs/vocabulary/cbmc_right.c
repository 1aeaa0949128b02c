// expect: safe
// CBMC's names; declared by hand, since only CBMC knows them without.
void __CPROVER_assume(_Bool condition);
void __CPROVER_assert(_Bool condition, const char *message);
unsigned nondet_uint();

int main(void)
{
    unsigned x = nondet_uint(), y = nondet_uint();
    __CPROVER_assume(x <= y);
    __CPROVER_assume(y <= 10);
    __CPROVER_assert(y - x <= 10, "no wrap-around");
    return 0;
}
