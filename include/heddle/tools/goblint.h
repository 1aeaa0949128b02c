/* What programs for Goblint find as <goblint.h> where Goblint's own is not installed.
 * https://goblint.in.tum.de */
#ifndef GOBLINT_H
#define GOBLINT_H

void __goblint_check(int condition);
void __goblint_assume(int condition);
void __goblint_assert(int condition);
void __goblint_split_begin(int expression);
void __goblint_split_end(int expression);

#endif
