// expect: violation
// kinds: memory
// message: call of a null pointer
// timeout: 10
int main(void)
{
    void (*f)(void);
    f(); // <- violation
    return 0;
}
