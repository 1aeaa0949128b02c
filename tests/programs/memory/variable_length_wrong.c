// expect: violation
// kinds: memory
static int fill(int n)
{
    int row[n];
    for (int i = 0; i <= n; i++)
        row[i] = i; // <- violation
    return row[0];
}

int main(void)
{
    return fill(3);
}
