// expect: safe
// A program that defines assert means its own.
int calls;

int main(void)
{
    assert(0);
    return calls == 1 ? 0 : *(volatile int *)0;
}

int assert(int condition)
{
    calls++;
    return condition;
}
