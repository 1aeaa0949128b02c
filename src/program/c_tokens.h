// Tokens of C in a text that ends with a zero, as far as rewriting it takes: what follows the one at a place.
#ifndef HEDDLE_PROGRAM_C_TOKENS_H
#define HEDDLE_PROGRAM_C_TOKENS_H

#include <stdbool.h>

bool c_is_part_of_name(char c);
// Whether the name, number or keyword at `at` is this word.
bool c_is_word_at(const char *at, const char *word);
// Behind the name, number or keyword; `at` if there is none.
const char *c_skip_word(const char *at);
// Behind the comment that begins here; `at` if none does.
const char *c_skip_comment(const char *at);
// Behind blanks, line ends and comments.
const char *c_skip_blanks(const char *at);
// Behind a name, a number, a literal or one sign.
const char *c_skip_token(const char *at);
// At the end of the line, or of the last one where lines are continued.
const char *c_skip_directive(const char *at);

#endif
