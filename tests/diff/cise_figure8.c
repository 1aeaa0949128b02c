// CISE figure 8: the brake system of DiSE (Person and others 2011).

int __VERIFIER_nondet_int(void);

int AltPress, Meter = 2;

static void update(int PedalPos, int BSwitch, int PedalCmd)
{
    if (PedalPos == 0)
        PedalCmd = PedalCmd + 1;
    else if (PedalPos == 1)
        PedalCmd = PedalCmd + 2;
    else
        PedalCmd = PedalPos;
    PedalCmd = PedalCmd + 1;
    if (BSwitch == 0)
        Meter = 1;
    else if (BSwitch == 1)
        Meter = 2;
    if (PedalCmd == 2)
        AltPress = 0;
    else if (PedalCmd == 3)
        AltPress = 1;
    else
        AltPress = 2;
}

int main(void)
{
    int pos = __VERIFIER_nondet_int();
    int brake = __VERIFIER_nondet_int();
    int cmd = __VERIFIER_nondet_int();
    update(pos, brake, cmd);
    return 0;
}
