const soap = "http://schemas.xmlsoap.org/soap/envelope/";

/**
 * A file whose request contains a code made of a signature, a document that is signed in the payload, one that is signed as a
 * whole and packed, and an HMAC. Nothing in it depends on the time: with the key `me` of `me.pem`, every host sends the same bytes.
 * @param head the request line and the headers without a Content-Length
 */
export function computedMessage(head: string): string {
  return `@code = {{$concat "77001" "2026-11-28T10:00:00" "R-12" "9.90" | sign me rsa-sha1}}
@key = hush & more
@signed = ACME&c-77&t-88
###
# @document receipt

<r:Receipt xmlns:r="urn:fisc" Id="r1"><r:Sum>9.90</r:Sum><r:Code>{{code | md5 | hex}}</r:Code>{{$signature me algorithm=rsa-sha1}}</r:Receipt>
###
# @document invoice

<?xml version="1.0" encoding="UTF-8"?><Invoice xmlns="urn:inv"><Ext>{{$signature me parts=/ c14n=inclusive transforms=enveloped}}</Ext><ID>F-7</ID></Invoice>
###
# @name send
${head}
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="${soap}"><s:Body>{{receipt | xml}}<file xmlns="urn:bill">{{invoice | zip "F-7.xml" | base64}}</file><mac xmlns="urn:bill">{{signed | hmac sha256 key | base64}}</mac></s:Body></s:Envelope>
`;
}

/** The hash of the body as sent, which xmlsec1, openssl and Python have judged. */
export const computedBodySha256 = "e324e724a8158710d708d4b966ee8f500df2efec4ea34cf84039a98164d53caa";
