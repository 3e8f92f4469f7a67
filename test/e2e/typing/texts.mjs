// Texts to type key by key. Each must be kept as typed.

const soap11 = "http://schemas.xmlsoap.org/soap/envelope/";
const soap12 = "http://www.w3.org/2003/05/soap-envelope";

export const texts = {
  "a request line and Enter": `
POST /calc12 HTTP/1.1
Host: localhost:8000
`,
  "a complete header value and Enter": `
POST /a HTTP/1.1
Content-Type: text/xml
X-Any: 1
`,
  "end tags, on one line and below": `
POST /a HTTP/1.1

<s:Body>
<Add><a>2</a><b>3.5</b></Add>
</s:Body>
`,
  "a comment": `
POST /a HTTP/1.1

<a><!-- x --><b/></a>
`,
  "SOAP 1.1 with all headers": `
POST /calc HTTP/1.1
Host: localhost:8000
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:add"
Content-Length: 132

<s:Envelope xmlns:s="${soap11}">
<s:Body>
<n/>
</s:Body>
</s:Envelope>
`,
  "SOAP 1.2 on one line": `
POST /calc HTTP/1.1
Content-Type: application/soap+xml; charset=utf-8; action="urn:a"

<s:Envelope xmlns:s="${soap12}"><s:Header/><s:Body><n>1</n></s:Body></s:Envelope>
`,
  "a body on many lines": `
POST /a HTTP/1.1

<a>
  <b>
    <c>1</c>
    <d>
      2
    </d>
  </b>
</a>
`,
  "comments and CDATA on several lines": `
POST /a HTTP/1.1

<a>
<!-- it's "so
<b> -->
<c><![CDATA[<x a="]]></c>
</a>
`,
  "attributes in both quotes": `
POST /a HTTP/1.1

<a b="1" c='2' d="it's" e='say "x"' f="a='b" g="" h = "x
y"><i j="1"/></a>
`,
  "lone quotes and brackets in text": `
POST /a HTTP/1.1

<a>5' 3" :( {</a>
`,
  "lone quotes and brackets in headers": `
### it's "new (
# @name don't [
POST /a('x HTTP/1.1
X-One: it's (5" {
X-Two: a="
X-Three: b='

<a>x="</a>
`,
  "directives, variables and several requests": `
@host = localhost:8000
# @name add
POST http://{{host}}/a HTTP/1.1
Authorization: {{$guid}}

<a>{{host}}</a>

###
GET /a?wsdl HTTP/1.1
Host: {{host}}
`,
  "self-closing tags and elements of the same name": `
POST /a HTTP/1.1

<a><a><a/></a><a>1</a><b c="1"/></a>
`,
  "names that begin like others": `
POST /a HTTP/1.1

<Add><AddResult><A>1</A></AddResult></Add>
`,
  "namespaces and prefixes": `
POST /a HTTP/1.1

<x:a xmlns:x="urn:x" xmlns="urn:d"><x:b xmlns:y='urn:y'><y:c x:d="1">z</y:c></x:b></x:a>
`,
  "entities, declaration and CDATA": `
POST /a HTTP/1.1

<?xml version="1.0" encoding="utf-8"?>
<a>1 &lt; 2 &amp; 3<![CDATA[</a>]]>></a>
`,
  "two requests with a Content-Length": `
POST /a HTTP/1.1
Content-Length: 0

<a>é<b>1</b></a>
###
POST /b HTTP/1.1
Content-Length: 0

<c>
<d>€ 2</d>
</c>
`,
  "elements and values that the WSDL doesn't allow": `
# @wsdl ./orders.wsdl
POST /orders HTTP/1.1

<s:Envelope xmlns:s="${soap11}"><s:Body>
<o:PlaceOrder xmlns:o="urn:orders">
<o:cust id="1">x</o:cust>
<note>del</note>
<o:delivery>ex<b/></o:delivery>
</o:PlaceOrder>
</s:Body></s:Envelope>
`,
  "a request that its WSDL allows": `
# @wsdl ./orders.wsdl
POST /orders HTTP/1.1
Host: localhost:8000
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:orders#Place"
Content-Length: 333

<s:Envelope xmlns:s="${soap11}" xmlns:o="urn:orders">
<s:Body>
<o:PlaceOrder>
<o:item code="AB-12"><o:quantity>2</o:quantity></o:item>
<o:customer>4711</o:customer>
<o:delivery>express</o:delivery>
<o:note/>
</o:PlaceOrder>
</s:Body>
</s:Envelope>
`,
  "a request whose WSDL is found by its first element": `
POST /orders HTTP/1.1
Content-Type: text/xml

<s:Envelope xmlns:s="${soap11}"><s:Body>
<PlaceOrder xmlns="urn:orders">
<item
code='1'>
<quantity>1</quantity>
</item>
<customer>1</customer><delivery>pick-up</delivery></PlaceOrder>
</s:Body></s:Envelope>
`,
};

/** Removes the indentation of body lines, which the editor may change. */
export function unindented(text) {
  let isBody = false;
  const lines = text.split(/\r?\n/).map((line) => {
    isBody = line === "" || (isBody && !line.startsWith("###"));
    return isBody ? line.trimStart() : line;
  });
  return lines.join("\n");
}

/** Replaces each Content-Length by the saved one if that is right, with or without line breaks at the body's end. */
export function withRightCounts(text, saved) {
  const counts = saved.split(/^###\n/m).map((request) => {
    const [, count] = /^Content-Length: (\d+)$/m.exec(request) ?? [];
    const body = request.slice(request.indexOf("\n\n") + 2);
    const [least, most] = [body.replace(/\n+$/, ""), body].map((one) => Buffer.byteLength(one));
    return least <= count && count <= most ? count : least;
  });
  return text.replace(/^Content-Length: \d+$/gm, () => `Content-Length: ${counts.shift()}`);
}
