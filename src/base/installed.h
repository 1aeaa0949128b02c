// Where the files are that heddle runs and links besides itself.
#ifndef HEDDLE_BASE_INSTALLED_H
#define HEDDLE_BASE_INSTALLED_H

// `folder/name` if that is a file, owned by the caller; else NULL. `folder` may be NULL or empty: NULL.
char *installed_in(const char *folder, const char *name);
// The folder that has the file, owned by the caller; NULL: none. Looks in $HEDDLE_LIBEXEC, next to the
// executable, in ../libexec/heddle beside it and where heddle was installed.
char *installed_folder(const char *name);
// The path of an installed file, owned by the caller.
char *installed_file(const char *name);
// The folder of the executable that runs, owned by the caller; "": not known.
char *installed_own_folder(void);
// The path of the file that holds heddle's own code, owned by the caller: the executable that runs (whatever
// stands at its path by now), or the library that a program has loaded. NULL: not known.
char *installed_own_code(void);

#endif
