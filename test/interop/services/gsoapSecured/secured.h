//gsoap t service name: secured
//gsoap t service namespace: urn:tokens
#import "wsse.h"
#import "xop.h"
struct t__File { _xop__Include xop__Include; };
int t__check(char *name, char **result);
int t__upload(struct t__File file, char **result);
