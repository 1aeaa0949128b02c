// heddle.toml: the programs of a project, and how each is checked (docs/project.md).
#ifndef HEDDLE_CLI_PROJECT_H
#define HEDDLE_CLI_PROJECT_H

#include "report/settings.h"

#define PROJECT_FILE "heddle.toml"

struct project_target {
    char *name;
    text_list files, options, flags;
};

struct project {
    VECTOR(struct project_target) targets; // in the order of the file
};

// Reads the file. False with the error set. Released with project_free, in either case.
bool project_read(struct project *project, const char *path, struct error *error);
void project_free(struct project *project);
// The target of that name; NULL: there is none.
const struct project_target *project_find(const struct project *project, const char *name);
// The text of the file, owned by the caller.
char *project_text(const struct project *project);

#endif
