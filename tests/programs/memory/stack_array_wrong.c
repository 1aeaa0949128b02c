// expect: violation
// kinds: memory
static int last(const int *values, int count)
{
    return values[count]; // <- violation
}

int main(void)
{
    int values[5] = {1, 2, 3, 4, 5};
    return last(values, 5);
}
