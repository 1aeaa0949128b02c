#ifndef COUNTER_H
#define COUNTER_H

extern int counter;

void counter_advance(void);

#endif
