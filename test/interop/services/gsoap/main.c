/* gSOAP's stand-alone server. Usage: calc PORT */
#include <stdlib.h>
#include "soapH.h"
#include "calc.nsmap"

int c__Add(struct soap *soap, int a, int b, int *result) {
  *result = a + b;
  return SOAP_OK;
}

int c__Divide(struct soap *soap, int a, int b, int *result) {
  if (b == 0) return soap_sender_fault(soap, "division by zero", NULL);
  *result = a / b;
  return SOAP_OK;
}

int main(int count, char **arguments) {
  struct soap soap;
  soap_init(&soap);
  soap.bind_flags = SO_REUSEADDR;
  if (count != 2 || soap_bind(&soap, "127.0.0.1", atoi(arguments[1]), 10) < 0) return 1;
  for (;;) {
    if (soap_accept(&soap) < 0) return 1;
    soap_serve(&soap);
    soap_destroy(&soap);
    soap_end(&soap);
  }
}
