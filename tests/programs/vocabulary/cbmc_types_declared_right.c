// expect: safe
// A program that declares CBMC's names itself.
typedef _Bool __CPROVER_bool;
typedef unsigned long __CPROVER_size_t;

int main(void)
{
    __CPROVER_bool yes = 2;
    __CPROVER_size_t size = sizeof yes;
    __CPROVER_assert(yes && size == 1, "as declared");
    return 0;
}
