// expect: violation
// kinds: memory
// message: call of an uninitialised pointer, which depends on uninitialised f
// timeout: 10
int main(void)
{
    void (*f)(void);
    f(); // <- violation
    return 0;
}
