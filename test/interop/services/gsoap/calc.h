//gsoap c service name: calc
//gsoap c service namespace: urn:calc
int c__Add(int a, int b, int *result);
int c__Divide(int a, int b, int *result);
