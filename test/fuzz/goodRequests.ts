/*
 * Correct requests in layouts that users write. Content-Length is filled in, so that the examples are easy to edit.
 */

function counted(head: string, body: string, lineBreak = "\n"): string {
  const sent = body.replaceAll("\n", lineBreak);
  const text = `${head.trim().replace("COUNT", String(Buffer.byteLength(sent)))}\n\n${body}`;
  return text.replaceAll("\n", lineBreak);
}

function bodyOf(request: string): string {
  return request.slice(request.indexOf("\n\n") + 2);
}

const pretty12 = counted(
  `
POST /calc12 HTTP/1.1
Host: localhost:8000
Content-Type: application/soap+xml; charset=utf-8; action="urn:calc#Add"
Accept: application/soap+xml
Content-Length: COUNT
`,
  `<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope" xmlns:calc="urn:calc">
  <soap:Header>
    <calc:Session soap:mustUnderstand="true">4711</calc:Session>
  </soap:Header>
  <soap:Body>
    <calc:Add>
      <calc:a>2</calc:a>
      <calc:b>3.5</calc:b>
    </calc:Add>
  </soap:Body>
</soap:Envelope>`,
);

const pretty11 = counted(
  `
POST http://example.org/weather HTTP/1.1
Host: example.org
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:weather/Get"
Content-Length: COUNT
User-Agent: soaphttp
`,
  `<?xml version="1.0" encoding="utf-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"
                  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <soapenv:Header/>
  <soapenv:Body>
    <GetWeather xmlns="urn:weather">
      <City>Köln &amp; Bonn</City>
      <Day xsi:nil="true"/>
    </GetWeather>
  </soapenv:Body>
</soapenv:Envelope>
`.trimEnd(),
);

const compact = counted(
  `
POST /s HTTP/1.1
Host: h
Content-Type: application/soap+xml
Content-Length: COUNT
`,
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><p:Ping xmlns:p="urn:p"><p:id>7</p:id></p:Ping></s:Body></s:Envelope>',
);

const defaultNamespace = counted(
  `
# @name orders
POST /orders?version=2 HTTP/1.1
Host: shop.example.com
Authorization: Basic YWxpY2U6c2VjcmV0
Content-Type: text/xml; charset=utf-8
SOAPAction: ""
Content-Length: COUNT
`,
  `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/">
\t<Body>
\t\t<Order xmlns="urn:shop" id="a1" urgent='yes'>
\t\t\t<!-- two of each -->
\t\t\t<Item count="2">Tea</Item>
\t\t\t<Note><![CDATA[5 < 6 & 7]]></Note>
\t\t</Order>
\t</Body>
</Envelope>`,
);

const fault = counted(
  `
POST /notify HTTP/1.1
Host: h:8080
Content-Type: application/soap+xml; charset=utf-8
Content-Length: COUNT
`,
  `<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope" xmlns:xml-lang="urn:x">
  <env:Body>
    <env:Fault>
      <env:Code><env:Value>env:Sender</env:Value></env:Code>
      <env:Reason><env:Text xml:lang="en">Bad input</env:Text></env:Reason>
    </env:Fault>
  </env:Body>
</env:Envelope>`,
);

const withVariables = counted(
  `
@host = localhost:8000
@amount = 12

# @name transfer
POST /bank HTTP/1.1
Host: {{host}}
Content-Type: application/soap+xml; charset=utf-8
Content-Length: {{$contentLength}}
`,
  `<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">
  <soap:Body>
    <m:Transfer xmlns:m="urn:bank">
      <m:Amount currency="EUR">{{amount}}</m:Amount>
    </m:Transfer>
  </soap:Body>
</soap:Envelope>`,
);

const security = counted(
  `
POST /secure HTTP/1.1
Host: bank.example.org
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:bank#Balance"
Content-Length: COUNT
`,
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Header>
    <wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" soap:mustUnderstand="1">
      <wsse:UsernameToken>
        <wsse:Username>alice</wsse:Username>
      </wsse:UsernameToken>
    </wsse:Security>
  </soap:Header>
  <soap:Body>
    <b:Balance xmlns:b="urn:bank"><b:Account>DE12</b:Account></b:Balance>
  </soap:Body>
</soap:Envelope>`,
);

const get = "GET /calc12?wsdl HTTP/1.1\nHost: localhost:8000\nAccept: */*\n\n";

const multipart = counted(
  `
POST /upload HTTP/1.1
Host: files.example.org
Content-Type: multipart/related; boundary=MIME; type="application/xop+xml"; start="<root@x>"; start-info="application/soap+xml"
Content-Length: COUNT
`,
  `--MIME
Content-Type: application/xop+xml; charset=utf-8; type="application/soap+xml"
Content-ID: <root@x>

<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">
  <s:Body>
    <u:Upload xmlns:u="urn:up"><u:Name>a.txt</u:Name></u:Upload>
  </s:Body>
</s:Envelope>
--MIME
Content-Type: text/plain
Content-ID: <a@x>

hello
--MIME--`,
  "\r\n",
);

export const goodRequests: Readonly<Record<string, string>> = {
  pretty12,
  pretty11,
  compact,
  defaultNamespace,
  fault,
  withVariables,
  security,
  get,
  multipart,
  several: `### The first\n${compact}\n\n### The second\n${pretty12}\n`,
  severalMore: `@host = h\n\n### Weather\n${pretty11}\n\n### Read\n${get.replace("localhost:8000", "{{host}}")}### Add\n${compact}\n`,
  windows: counted(pretty12.slice(0, pretty12.indexOf("\n\n")).replace(/\d+$/, "COUNT"), bodyOf(pretty12), "\r\n"),
};
