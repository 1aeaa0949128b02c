// expect: violation
// kinds: arithmetic
// Both operands are constants once the variable is in a register; folding must not lose the failure.
int main(void)
{
    int zero = 0;
    int result = 10 / zero; // <- violation
    return result == 3;
}
