"""Edits of the programs in this folder, and what `heddle diff` marks: its marked lines, in order, without numbers and indentation.

CASES: name: (program, [(old text, new text), ...], marked lines). No marked lines: there is no difference.
"""

COUNTER = "counter.c"

CASES = {
    # CISE section 5.2 and its figures
    "figure 2": ("../papers/cise_figure2_old.c", [("x = 10;", "x = 5;")], """
        > int a = x;
        > assert(a >= 10);
        > return argument;
        - x = 10;
        ~ x = 5;
    """),
    "figure 5": ("cise_figure5.c", [("x > 0", "x >= 0")], """
        < int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), a, b;
        - if (x > 0)
        ~ if (x >= 0)
        > a = x + 2;
        > a = x - 2;
        > b = a + 1;
        > b = a - 1;
        > assert(b != 0);
        > return 0;
    """),
    "figure 6": ("cise_figure6.c", [("y += 1;", "y += 2;")], """
        < x += 2;
        < y = x - 1;
        < x -= 2;
        < if (x == 0)
        - y += 1;
        ~ y += 2;
        > assert(y != 2);
        > return argument;
        < pthread_create(&a, NULL, thread1, NULL);
        < pthread_create(&b, NULL, thread2, NULL);
    """),
    "figure 7": ("cise_figure7.c", [("x = 5;", "x = 6;")], """
        - x = 5;
        ~ x = 6;
        < pthread_create(&thread, NULL, thread2, NULL);
        < pthread_create(&thread, NULL, thread1, NULL);
    """),
    "figure 8": ("cise_figure8.c", [("PedalPos == 0", "PedalPos <= 0")], """
        - if (PedalPos == 0)
        ~ if (PedalPos <= 0)
        > PedalCmd = PedalCmd + 1;
        > else if (PedalPos == 1)
        > PedalCmd = PedalCmd + 2;
        > PedalCmd = PedalCmd + 1;
        > if (PedalCmd == 2)
        > AltPress = 0;
        > else if (PedalCmd == 3)
        > AltPress = 1;
        > AltPress = 2;
        < int pos = __VERIFIER_nondet_int();
        < update(pos, brake, cmd);
    """),
    # no difference
    "nothing": (COUNTER, [], ""),
    "locals renamed": (COUNTER, [("number", "n"), ("more", "rest"), ("value", "v"), ("int sum ", "int s "), ("sum +=", "s +="),
                                 ("sum >", "s >"), ("return sum;", "return s;")], ""),
    "functions and globals renamed": (COUNTER, [("bounded", "clipped"), ("sum_up", "gauss"), ("names", "words")], ""),
    "functions moved": (COUNTER, [("static int bounded(int value)\n{\n    if (value > limit)\n        return limit;\n    return value + 1;\n}\n",
                                   "static int bounded(int value);\n"),
                                  ("int main(void)", "static int bounded(int value)\n{\n    if (value > limit)\n        return limit;\n"
                                   "    return value + 1;\n}\n\nint main(void)")], ""),
    "reformatted": (COUNTER, [(" {\n", "\n    {\n"), ("    int three = 3;\n", "\n\n    int three=3; // three\n"),
                              ("if (value > limit)\n        return limit;", "if (value\n        > limit) /* too large */ return limit;"),
                              ("assert(total < 100);", "assert(total\n           <\n           100);"),
                              ("for (int i = 0; i < count; i++)", "for (int i = 0;\n        i < count;\n        i++)")], ""),
    # statements
    "statement added": (COUNTER, [("    total += more;\n", "    total += more;\n    limit = 5;\n")], """
        > if (value > limit)
        > return limit;
        > return value + 1;
        > }
        < pthread_mutex_lock(&lock);
        > total += bounded(number);
        < pthread_mutex_unlock(&lock);
        < pthread_create(&thread, NULL, worker, &three);
        < pthread_mutex_lock(&lock);
        > total += more;
        + limit = 5;
        < pthread_mutex_unlock(&lock);
        > assert(total < 100);
        > return 0;
    """),
    "statement deleted": (COUNTER, [("    total += more;\n", "")], """
        < if (value > limit)
        < return limit;
        < return value + 1;
        < }
        < for (int i = 0; i < count; i++) {
        < sum += i;
        < if (sum > 100)
        < return sum;
        < int number = *(int *)argument;
        < pthread_mutex_lock(&lock);
        <> total += bounded(number);
        < pthread_mutex_unlock(&lock);
        < int three = 3;
        < pthread_create(&thread, NULL, worker, &three);
        < int more = sum_up(START);
        < pthread_mutex_lock(&lock);
        < if (more > 9) {
        < limit++;
        - total += more;
        < pthread_mutex_unlock(&lock);
        > assert(total < 100);
        > return 0;
    """),
    "statement modified": (COUNTER, [("return value + 1;", "return value - 1;")], """
        < if (value > limit)
        - return value + 1;
        ~ return value - 1;
        > }
        < for (int i = 0; i < count; i++) {
        < sum += i;
        < if (sum > 100)
        < return sum;
        < int number = *(int *)argument;
        < pthread_mutex_lock(&lock);
        <> total += bounded(number);
        < pthread_mutex_unlock(&lock);
        < int three = 3;
        < pthread_create(&thread, NULL, worker, &three);
        < int more = sum_up(START);
        < pthread_mutex_lock(&lock);
        < if (more > 9) {
        < limit++;
        > total += more;
        < pthread_mutex_unlock(&lock);
        > assert(total < 100);
        > return 0;
    """),
    "statement moved": (COUNTER, [("    total += more;\n    pthread_mutex_unlock(&lock);\n",
                                   "    pthread_mutex_unlock(&lock);\n    total += more;\n")], """
        < if (value > limit)
        < return limit;
        < return value + 1;
        < }
        < for (int i = 0; i < count; i++) {
        < sum += i;
        < if (sum > 100)
        < return sum;
        < int number = *(int *)argument;
        < pthread_mutex_lock(&lock);
        <> total += bounded(number);
        < pthread_mutex_unlock(&lock);
        < int three = 3;
        < pthread_create(&thread, NULL, worker, &three);
        < int more = sum_up(START);
        < pthread_mutex_lock(&lock);
        < if (more > 9) {
        < limit++;
        - total += more;
        < pthread_mutex_unlock(&lock);
        + total += more;
        > assert(total < 100);
        > return 0;
    """),
    "another variable": (COUNTER, [("total += more;", "limit += more;")], """
        <> if (value > limit)
        <> return limit;
        <> return value + 1;
        <> }
        < for (int i = 0; i < count; i++) {
        < sum += i;
        < if (sum > 100)
        < return sum;
        < int number = *(int *)argument;
        < pthread_mutex_lock(&lock);
        <> total += bounded(number);
        < pthread_mutex_unlock(&lock);
        < int three = 3;
        < pthread_create(&thread, NULL, worker, &three);
        < int more = sum_up(START);
        < pthread_mutex_lock(&lock);
        < if (more > 9) {
        < limit++;
        - total += more;
        ~ limit += more;
        < pthread_mutex_unlock(&lock);
        > assert(total < 100);
        > return 0;
    """),
    "loop bound": (COUNTER, [("i < count", "i <= count")], """
        > if (value > limit)
        > return limit;
        > return value + 1;
        > }
        - for (int i = 0; i < count; i++) {
        ~ for (int i = 0; i <= count; i++) {
        <> sum += i;
        <> if (sum > 100)
        > return sum;
        > total += bounded(number);
        < int more = sum_up(START);
        > if (more > 9) {
        > limit++;
        > }
        > total += more;
        > assert(total < 100);
        > return 0;
    """),
    "break deleted": (COUNTER, [("        if (sum > 100)\n            break;\n", "")], """
        > if (value > limit)
        > return limit;
        > return value + 1;
        > }
        <> for (int i = 0; i < count; i++) {
        <> sum += i;
        - if (sum > 100)
        > return sum;
        > total += bounded(number);
        < int more = sum_up(START);
        > if (more > 9) {
        > limit++;
        > }
        > total += more;
        > assert(total < 100);
        > return 0;
    """),
    "break to return": (COUNTER, [("            break;\n", "            return 7;\n")], """
        > if (value > limit)
        > return limit;
        > return value + 1;
        > }
        < for (int i = 0; i < count; i++) {
        < sum += i;
        < if (sum > 100)
        + return 7;
        > }
        > total += bounded(number);
        < int more = sum_up(START);
        > if (more > 9) {
        > limit++;
        > }
        > total += more;
        > assert(total < 100);
        > return 0;
    """),
    "return added": (COUNTER, [("        limit++;\n", "        limit++;\n        return 1;\n")], """
        <> if (value > limit)
        <> return limit;
        <> return value + 1;
        <> }
        < for (int i = 0; i < count; i++) {
        < sum += i;
        < if (sum > 100)
        < return sum;
        < int number = *(int *)argument;
        <> pthread_mutex_lock(&lock);
        <> total += bounded(number);
        <> pthread_mutex_unlock(&lock);
        > return names[number & 1][0] ? argument : NULL;
        < int three = 3;
        < pthread_create(&thread, NULL, worker, &three);
        < int more = sum_up(START);
        <> pthread_mutex_lock(&lock);
        <> if (more > 9) {
        <> limit++;
        + return 1;
        <> total += more;
        <> pthread_mutex_unlock(&lock);
        <> pthread_join(thread, NULL);
        <> assert(total < 100);
        <> return 0;
        > }
    """),
    "type": (COUNTER, [("int number = *(int *)argument;", "short number = *(short *)argument;")], """
        > if (value > limit)
        > return limit;
        > return value + 1;
        > }
        - int number = *(int *)argument;
        ~ short number = *(short *)argument;
        ~ total += bounded(number);
        ~ return names[number & 1][0] ? argument : NULL;
        < int three = 3;
        < pthread_create(&thread, NULL, worker, &three);
        > total += more;
        > assert(total < 100);
        > return 0;
    """),
    # what is not in functions
    "initialiser": (COUNTER, [("limit = 10", "limit = 11")], """
        - static int total = 0, limit = 10;
        ~ static int total = 0, limit = 11;
        > if (value > limit)
        > return limit;
        > return value + 1;
        > }
        > total += bounded(number);
        > limit++;
        > total += more;
        > assert(total < 100);
        > return 0;
    """),
    "literal": (COUNTER, [('"second"', '"2nd"')], """
        - static const char *const names[] = {"first", "second"};
        ~ static const char *const names[] = {"first", "2nd"};
        > return names[number & 1][0] ? argument : NULL;
    """),
    "macro": (COUNTER, [("#define START 5", "#define START 6")], """
        > if (value > limit)
        > return limit;
        > return value + 1;
        > }
        > for (int i = 0; i < count; i++) {
        > sum += i;
        > if (sum > 100)
        > return sum;
        > total += bounded(number);
        ~ int more = sum_up(START);
        > if (more > 9) {
        > limit++;
        > }
        > total += more;
        > assert(total < 100);
        > return 0;
    """),
    "global deleted": (COUNTER, [("total = 0, limit = 10", "total = 0"), ("limit", "10"), ("10++;", "total++;")], """
        - static int total = 0, limit = 10;
        ~ static int total = 0;
        - if (value > limit)
        - return limit;
        ~ if (value > 10)
        ~ return 10;
        <> return value + 1;
        <> }
        < for (int i = 0; i < count; i++) {
        < sum += i;
        < if (sum > 100)
        < return sum;
        < int number = *(int *)argument;
        < pthread_mutex_lock(&lock);
        <> total += bounded(number);
        < pthread_mutex_unlock(&lock);
        < int three = 3;
        < pthread_create(&thread, NULL, worker, &three);
        < int more = sum_up(START);
        < pthread_mutex_lock(&lock);
        < if (more > 9) {
        - limit++;
        ~ total++;
        <> total += more;
        < pthread_mutex_unlock(&lock);
        > assert(total < 100);
        > return 0;
    """),
    # functions
    "function extracted": (COUNTER, [("    total += more;\n", "    add(more);\n"),
                                     ("int main(void)\n", "static void add(int more)\n{\n    total += more;\n}\n\nint main(void)\n")], """
        < if (value > limit)
        < return limit;
        < return value + 1;
        < }
        < for (int i = 0; i < count; i++) {
        < sum += i;
        < if (sum > 100)
        < return sum;
        < int number = *(int *)argument;
        < pthread_mutex_lock(&lock);
        <> total += bounded(number);
        < pthread_mutex_unlock(&lock);
        + total += more;
        + }
        < int three = 3;
        < pthread_create(&thread, NULL, worker, &three);
        < int more = sum_up(START);
        < pthread_mutex_lock(&lock);
        < if (more > 9) {
        < limit++;
        - total += more;
        ~ add(more);
        < pthread_mutex_unlock(&lock);
        > assert(total < 100);
        > return 0;
    """),
    "function renamed and changed": (COUNTER, [("sum_up", "gauss"), ("sum = 0", "sum = 1")], """
        > if (value > limit)
        > return limit;
        > return value + 1;
        > }
        ~ for (int i = 0; i < count; i++) {
        > sum += i;
        > if (sum > 100)
        > return sum;
        > total += bounded(number);
        < int more = gauss(START);
        > if (more > 9) {
        > limit++;
        > }
        > total += more;
        > assert(total < 100);
        > return 0;
    """),
    "atomic function": (COUNTER, [("bounded", "__VERIFIER_atomic_bounded")], """
        ~ if (value > limit)
        ~ return limit;
        ~ return value + 1;
        ~ }
        < for (int i = 0; i < count; i++) {
        < sum += i;
        < if (sum > 100)
        < return sum;
        < int number = *(int *)argument;
        < pthread_mutex_lock(&lock);
        <> total += __VERIFIER_atomic_bounded(number);
        < pthread_mutex_unlock(&lock);
        < int three = 3;
        < pthread_create(&thread, NULL, worker, &three);
        < int more = sum_up(START);
        < pthread_mutex_lock(&lock);
        < if (more > 9) {
        < limit++;
        > total += more;
        < pthread_mutex_unlock(&lock);
        > assert(total < 100);
        > return 0;
    """),
    # threads
    "lock dropped": (COUNTER, [("    pthread_mutex_lock(&lock);\n    total += bounded(number);\n    pthread_mutex_unlock(&lock);\n",
                                "    total += bounded(number);\n")], """
        > if (value > limit)
        > return limit;
        > return value + 1;
        > }
        - pthread_mutex_lock(&lock);
        > total += bounded(number);
        - pthread_mutex_unlock(&lock);
        < pthread_create(&thread, NULL, worker, &three);
        <> pthread_mutex_lock(&lock);
        > limit++;
        > total += more;
        <> pthread_mutex_unlock(&lock);
        > assert(total < 100);
        > return 0;
    """),
    "join dropped": (COUNTER, [("    pthread_join(thread, NULL);\n", "")], """
        < pthread_create(&thread, NULL, worker, &three);
        - pthread_join(thread, NULL);
        > assert(total < 100);
        > return 0;
    """),
    "thread added": (COUNTER, [("    int more = sum_up(START);\n", "    pthread_t other;\n"
                                "    pthread_create(&other, NULL, worker, &three);\n    int more = sum_up(START);\n")], """
        > if (value > limit)
        > return limit;
        > return value + 1;
        > }
        > int number = *(int *)argument;
        > pthread_mutex_lock(&lock);
        > total += bounded(number);
        > pthread_mutex_unlock(&lock);
        > return names[number & 1][0] ? argument : NULL;
        + pthread_create(&other, NULL, worker, &three);
        > pthread_mutex_lock(&lock);
        > limit++;
        > total += more;
        > pthread_mutex_unlock(&lock);
        > assert(total < 100);
        > return 0;
    """),
}
