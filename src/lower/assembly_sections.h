// Sections that inline assembly of Linux fills beside its instructions.
#ifndef HEDDLE_LOWER_ASSEMBLY_SECTIONS_H
#define HEDDLE_LOWER_ASSEMBLY_SECTIONS_H

// Overwrites by blanks what the text puts into sections in which Linux notes where instructions are that it
// may replace by others that mean what they do (LOCK_PREFIX, ALTERNATIVE), and where its BUG() is: nothing of
// them is executed where the statement stands. Other sections stay, and so do these where the text does not
// return from them.
void assembly_blank_sections(char *text);

#endif
