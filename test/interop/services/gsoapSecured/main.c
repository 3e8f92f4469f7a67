/* gSOAP's plugin wsse, and its attachments. Usage: secured PORT KEY */
#include <stdio.h>
#include <stdlib.h>
#include "soapH.h"
#include "secured.nsmap"
#include "wsseapi.h"

/* Checks the Timestamp and the password of the header. */
int t__check(struct soap *soap, char *name, char **result) {
  const char *user = soap_wsse_get_Username(soap);
  if (soap_wsse_verify_Timestamp(soap) || user == NULL ||
      soap_wsse_verify_Password(soap, "p\xc3\xa4ss & w\xc3\xb6rd")) {
    soap_wsse_delete_Security(soap);
    return soap->error ? soap->error : soap_wsse_fault(soap, wsse__FailedAuthentication, NULL);
  }
  soap_wsse_delete_Security(soap);
  *result = soap_strdup(soap, user);
  return SOAP_OK;
}

/* Returns the size, the type and a sum of the bytes of an attachment. */
int t__upload(struct soap *soap, struct t__File given, char **result) {
  struct _xop__Include file = given.xop__Include;
  unsigned long sum = 0;
  int at;
  for (at = 0; at < file.__size; at++) sum = (sum * 31 + file.__ptr[at]) % 1000003;
  *result = (char *)soap_malloc(soap, 200);
  snprintf(*result, 200, "%d bytes of %.50s, sum %lu", file.__size, file.type ? file.type : "?", sum);
  return SOAP_OK;
}

int main(int count, char **arguments) {
  struct soap *soap = soap_new1(SOAP_ENC_MTOM | SOAP_C_UTFSTRING);
  FILE *file = count == 3 ? fopen(arguments[2], "r") : NULL;
  EVP_PKEY *key = file ? PEM_read_PrivateKey(file, NULL, NULL, NULL) : NULL;
  if (key == NULL) return 1;
  soap_register_plugin(soap, soap_wsse);
  /* The plugin finds the EncryptedKey in the DOM; without it, each decryption fails. The message says which cipher. */
  soap_set_imode(soap, SOAP_XML_DOM);
  soap_wsse_decrypt_auto(soap, SOAP_MEC_ENV_DEC_AES256_CBC, key, 0);
  soap->bind_flags = SO_REUSEADDR;
  if (soap_bind(soap, "127.0.0.1", atoi(arguments[1]), 10) < 0) return 1;
  for (;;) {
    if (soap_accept(soap) < 0) return 1;
    soap_serve(soap);
    soap_destroy(soap);
    soap_end(soap);
  }
}
