// libxml2: two threads share a dictionary of names, take a reference to it each, and give it back.
#include <assert.h>
#include <libxml/xmlstring.h>
#include <libxml/dict.h>
#include <libxml/parser.h>
#include <libxml/threads.h>
#include <pthread.h>
#include <stddef.h>

static xmlDictPtr dictionary;

static void *use(void *unused)
{
    (void)unused;
    assert(xmlDictReference(dictionary) == 0);
    assert(xmlDictSize(dictionary) == 1);
    xmlDictFree(dictionary);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    xmlInitThreads();
    dictionary = xmlDictCreate();
    assert(dictionary && xmlDictLookup(dictionary, (const xmlChar *)"name", 4));
    pthread_create(&thread, NULL, use, NULL);
    use(NULL);
    pthread_join(thread, NULL);
    assert(xmlDictSize(dictionary) == 1);
    xmlDictFree(dictionary);
    return 0;
}
