/* gSOAP calls its own WSDL. Usage: client ADDRESS */
#include <stdio.h>
#include "soapH.h"
#include "calc.nsmap"

static void print(struct soap *soap, int failed, const char *separator)
{
    if (failed) {
        const char **text = soap_faultstring(soap);
        printf("{\"error\": \"%s\"}%s", text && *text ? *text : "no response", separator);
    } else {
        printf("{\"result\": true}%s", separator);
    }
}

int main(int argc, char **argv)
{
    struct soap *soap = soap_new1(SOAP_XML_STRICT);
    const char *address = argc > 1 ? argv[1] : NULL;
    struct _ns1__Add sum = {1, 2};
    struct _ns1__AddResponse summed;
    struct _ns1__Divide quotient = {4, 2};
    struct _ns1__DivideResponse divided;
    struct _ns1__Log entry = {"text"};
    int failed;
    printf("[");
    failed = soap_call___ns1__Add(soap, address, NULL, &sum, &summed);
    print(soap, failed || !summed.result, ", ");
    failed = soap_call___ns1__Divide(soap, address, NULL, &quotient, &divided);
    print(soap, failed || !divided.result, ", ");
    failed = soap_send___ns1__Log(soap, address, NULL, &entry) || soap_recv_empty_response(soap);
    print(soap, failed, "]\n");
    soap_destroy(soap);
    soap_end(soap);
    soap_free(soap);
    return 0;
}
