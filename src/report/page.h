// One page for a browser that shows violations: `heddle report`.
#ifndef HEDDLE_REPORT_PAGE_H
#define HEDDLE_REPORT_PAGE_H

#include "report/entry.h"

#include <jansson.h>

// What the page shows, as JSON: see page/page.js for what it reads.
struct page {
    json_t *violations, *files; // arrays; owned
    text_list file_names;       // of `files`
};

void page_init(struct page *page);
void page_free(struct page *page);
// Adds the violation that a check has replayed and confirmed.
void page_add(struct page *page, struct heddle_check *check);
// The page: HTML, styles, script and data in one text, which refers to nothing else. Owned by the caller.
char *page_text(const struct page *page);
// The data as it stands in the page: no text in it ends a script or begins a comment. Owned by the caller.
char *page_data(const struct page *page);

// The page's parts, embedded at build time from page/.
extern const char page_html[], page_css[], page_js[];

#endif
