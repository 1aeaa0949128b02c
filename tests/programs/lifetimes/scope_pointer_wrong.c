// expect: violation
// kinds: memory
// message: use after scope
// The pointer is a variable that needs no memory, so that only the access itself tells that the scope has ended.

int main(void)
{
    int *pointer;
    {
        int value = 0;
        pointer = &value;
    }
    *pointer = 1; // <- violation
    return 0;
}
