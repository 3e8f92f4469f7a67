export const typedRequests = {
  soap12: counted(
    `POST /calc HTTP/1.1
Host: localhost:8000
Content-Type: application/soap+xml; charset=utf-8
Content-Length: COUNT
`,
    `<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">
  <soap:Body>
    <Add xmlns="http://example.com/calc"><a>2</a><b>3.5</b></Add>
  </soap:Body>
</soap:Envelope>`,
  ),
  soap11: counted(
    `POST http://localhost:8000/Convert.asmx HTTP/1.1
Host: localhost:8000
Content-Type: text/xml; charset="utf-8"
SOAPAction: "http://example.com/Celsius"
Content-Length: COUNT
`,
    `<Envelope xmlns='http://schemas.xmlsoap.org/soap/envelope/'>
<Header/>
<Body><Celsius xmlns="http://example.com/"><of>451</of></Celsius></Body>
</Envelope>
`,
  ),
  get: `GET /calc?wsdl HTTP/1.1
Host: localhost:8000
Accept: text/xml
`,
  variables: counted(
    `# Rates
@base = localhost:8000
@day = 2024-05-17

### The rate of a day
# @name rate
// @timeout 5s
POST http://{{base}}/rates HTTP/1.1
Host: {{base}}
# Accept: */*
Content-Type: application/soap+xml; charset=utf-8
Content-Length: COUNT
`,
    `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope">
  <e:Body><Rate xmlns="urn:rates" on="{{day}}">{{day}} 100%</Rate></e:Body>
</e:Envelope>`,
  ),
  everything: counted(
    `POST /orders HTTP/1.1
Host: shop.example
Content-Type: application/soap+xml; charset=utf-8; action="urn:place"
Content-Length: COUNT
`,
    `<?xml version="1.0" encoding="utf-8"?>
<!-- an order -->
<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope' xmlns:o="urn:orders">
  <s:Header>
    <o:Trace s:mustUnderstand="true" id='1'/>
  </s:Header>
  <s:Body>
    <o:Order currency="EUR" note="&lt;fast&gt; > slow">
      <!-- two
           <lines> -->
      <o:Text><![CDATA[a < b & c]]></o:Text>
      Tom &amp; Co &#169; €
    </o:Order>
  </s:Body>
</s:Envelope>
`,
  ),
} as const;

/** Returns header section, empty line and body. COUNT becomes the length of the body with its variables replaced. */
function counted(head: string, body: string): string {
  const sent = body.replaceAll("{{day}}", "2024-05-17").trimEnd();
  return `${head.replace("COUNT", String(new TextEncoder().encode(sent).length))}\n${body}`;
}
