// A SOAP 1.2 message of about the given length that resembles real ones: a security header, then records.

const head = `<?xml version="1.0" encoding="UTF-8"?>
<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope" xmlns:ns1="http://example.org/orders" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <soap:Header>
    <wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" soap:mustUnderstand="true">
      <wsse:UsernameToken>
        <wsse:Username>user</wsse:Username>
        <wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">secret</wsse:Password>
      </wsse:UsernameToken>
    </wsse:Security>
  </soap:Header>
  <soap:Body>
    <ns1:PlaceOrders>
`;
const tail = `    </ns1:PlaceOrders>
  </soap:Body>
</soap:Envelope>
`;

function record(i) {
  return `      <ns1:order id="${i}" currency="EUR">
        <ns1:customer>Customer ${i} &amp; Sons</ns1:customer>
        <ns1:date>2025-0${1 + (i % 9)}-1${i % 10}T10:20:30Z</ns1:date>
        <ns1:item sku="A-${i * 7}"><ns1:quantity>${i % 13}</ns1:quantity><ns1:price>${i}.95</ns1:price></ns1:item>
        <ns1:note xsi:nil="true"/>
        <ns1:text>The quick brown fox jumps over the lazy dog, ${i} times in a row, and then it rests for a while.</ns1:text>
      </ns1:order>
`;
}

export function envelope(length) {
  const parts = [head];
  let size = head.length + tail.length;
  for (let i = 1; size < length; i++) {
    const next = record(i);
    parts.push(next);
    size += next.length;
  }
  return Buffer.from(parts.concat(tail).join("")).toString("utf8");
}
