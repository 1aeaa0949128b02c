// expect: violation
// kinds: memory
// Literals cannot be written.
static void capital(char *text)
{
    text[0] = 'H'; // <- violation
}

int main(void)
{
    char *greeting = "hello";
    capital(greeting);
    return 0;
}
