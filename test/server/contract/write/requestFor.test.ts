import assert from "node:assert/strict";
import { analyze, diagnose } from "../../../../server/src/service/languageService.ts";
import { contractOf } from "../../../support/contracts.ts";
import { bodyOf, type Description, describe, findingsOf, requestOf } from "../descriptions.ts";
import { shapes } from "../shapes.ts";

const root = '<xs:element name="root" type="xs:int"/>';

/** The request for a description; it must have no findings. */
function checked(description: Description | string): string {
  const wsdl = typeof description === "string" ? description : describe(description);
  const request = requestOf(wsdl);
  assert.deepEqual(findingsOf(request, wsdl), [], request);
  return request;
}

/** The content of the Header of a request, without indentation. */
function headerOf(request: string): string {
  const header = /<soap:Header>\n([\s\S]*?)\n *<\/soap:Header>/.exec(request)?.[1] ?? "";
  return header.replace(/^ {4}/gm, "");
}

function requestLineOf(request: string): string {
  return request.split("\n").find((line) => line.endsWith("HTTP/1.1")) ?? "";
}

suite("a request for an address", () => {
  const cases: readonly (readonly [address: string, line: string, host: string])[] = [
    ["http://h:8080/a/b?c=d", "POST /a/b?c=d HTTP/1.1", "h:8080"],
    ["https://h/a#b", "POST https://h/a HTTP/1.1", "h"],
    ["http://h", "POST / HTTP/1.1", "h"],
    ["soap.udp://h:7000", "POST / HTTP/1.1", "h:7000"],
    ["jms:queue:orders", "POST /service HTTP/1.1", "localhost:8080"],
    ["", "POST /service HTTP/1.1", "localhost:8080"],
    ["file://host/share", "POST /service HTTP/1.1", "localhost:8080"],
    ["REPLACE_WITH_URL", "POST /service HTTP/1.1", "localhost:8080"],
  ];
  for (const [address, line, host] of cases) {
    test(`${address || '""'} is sent to ${host}`, () => {
      const request = checked({ schema: root, address });
      assert.equal(requestLineOf(request), line);
      assert.ok(request.includes(`\nHost: ${host}\n`));
    });
  }
});

suite("the parts of a document", () => {
  test("parts with a simple type are elements of their names", () => {
    const parts = '<part name="id" type="xs:int"/>';
    assert.equal(bodyOf(checked({ schema: root, parts })), "<id>1</id>");
  });

  test("parts with a complex type are its content", () => {
    const schema =
      '<xs:complexType name="Order"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType>';
    assert.equal(bodyOf(checked({ schema, parts: '<part name="order" type="t:Order"/>' })), "<t:id>1</t:id>");
  });
});

suite("the parts of a message", () => {
  const schema = `<xs:element name="a" type="xs:IDREF"/><xs:element name="b"><xs:complexType>
    <xs:attribute name="id" type="xs:ID" use="required"/></xs:complexType></xs:element>`;
  const parts = '<part name="a" element="t:a"/><part name="b" element="t:b"/>';

  test("parts of a message refer to the IDs of each other", () => {
    assert.equal(bodyOf(checked({ schema, parts })), '<t:a>id</t:a>\n<t:b id="id"/>');
    const wsdl = describe({ schema, parts });
    assert.deepEqual(findingsOf(requestOf(wsdl).replace("<t:a>id", "<t:a>no"), wsdl), [
      "schema-id: No element has the ID no.",
    ]);
    const twice = wsdl.replace('element="t:a"', 'element="t:b"');
    assert.deepEqual(findingsOf(requestOf(twice).replace('id="id2"', 'id="id"'), twice), [
      "schema-id: Duplicate ID id.",
    ]);
  });
});

suite("an operation whose binding is neither SOAP nor HTTP", () => {
  test("an operation has a comment that names its binding instead of a request", () => {
    const request = requestOf(shapes["a binding that is neither SOAP nor HTTP"] ?? "");
    const why = "its binding B is neither SOAP nor HTTP, but http://cxf.apache.org/bindings/corba";
    assert.equal(request, `### Do\n# No request is written for this operation: ${why}.\n`);
    assert.deepEqual(diagnose(analyze(request)), []);
  });
});

suite("a header block", () => {
  const header =
    '<message name="H"><part name="session" element="t:session"/><part name="ticket" type="xs:int"/></message>';

  test("a header block is an element of the schema", () => {
    const input = '<soap:header message="t:H" part="session" use="literal"/><soap:body use="literal"/>';
    const schema = `${root}<xs:element name="session" type="xs:string"/>`;
    assert.equal(headerOf(checked({ schema, input, more: header })), "<t:session>session</t:session>");
  });

  test("a header block is empty where the schema doesn't have the element", () => {
    const input = '<soap:header message="t:H" part="session" use="literal"/><soap:body use="literal"/>';
    assert.equal(headerOf(checked({ schema: root, input, more: header })), "<t:session/>");
  });

  test("a header block is named after an encoded part with a type", () => {
    const input = `<soap:header message="t:H" part="ticket" use="encoded" namespace="urn:h"
      encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/><soap:body use="literal"/>`;
    assert.equal(
      headerOf(checked({ schema: root, input, more: header })),
      '<ns1:ticket xsi:type="xsd:int">1</ns1:ticket>',
    );
  });

  test("a header block must be understood where its schema says so", () => {
    const input = '<soap:header message="t:H" part="session" use="literal"/><soap:body use="literal"/>';
    const schema = `${root}<xs:element name="session"><xs:complexType><xs:attribute ref="e:mustUnderstand"
      xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" use="required" fixed="1"/></xs:complexType></xs:element>`;
    assert.equal(headerOf(checked({ schema, input, more: header })), '<t:session soap:mustUnderstand="1"/>');
  });
});

suite("a policy", () => {
  const namespaces = `xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"
    xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"`;
  /** A request whose binding has a policy. */
  const withPolicy = (assertions: string) =>
    checked(
      describe({ schema: root }).replace(
        "<soap:binding ",
        `<wsp:Policy ${namespaces}>${assertions}</wsp:Policy><soap:binding `,
      ),
    );
  const token = (more = "") =>
    `<sp:SupportingTokens><wsp:Policy><sp:UsernameToken><wsp:Policy>${more}</wsp:Policy></sp:UsernameToken></wsp:Policy></sp:SupportingTokens>`;

  test("a policy that requires a user name adds a WS-Security header with secrets", () => {
    const request = withPolicy(token());
    assert.equal(
      headerOf(request),
      `<wsse:Security soap:mustUnderstand="1">
  <wsse:UsernameToken>
    <wsse:Username>{{$secret username}}</wsse:Username>
    <wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">{{$secret password}}</wsse:Password>
  </wsse:UsernameToken>
</wsse:Security>`,
    );
    assert.match(request, /\nContent-Length: \{\{\$contentLength\}\}\n/);
  });

  test("a policy that requires a user name without a password leaves the password out", () => {
    assert.doesNotMatch(withPolicy(token("<sp:NoPassword/>")), /Password/);
  });

  test("a policy that requires a time adds it", () => {
    const header = headerOf(
      withPolicy("<sp:TransportBinding><wsp:Policy><sp:IncludeTimestamp/></wsp:Policy></sp:TransportBinding>"),
    );
    assert.match(
      header,
      /<wsu:Created>\{\{\$wsu\.created\}\}<\/wsu:Created>\n *<wsu:Expires>\{\{\$wsu\.expires 5 m\}\}</,
    );
  });

  test("a policy that requires a hash of the password adds a digest, and defines the password once", () => {
    const request = withPolicy(token("<sp:HashPassword/>"));
    assert.equal(
      headerOf(request),
      `<wsse:Security soap:mustUnderstand="1">
  <wsse:UsernameToken>
    <wsse:Username>{{$secret username}}</wsse:Username>
    <wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest">{{$wsse.digest password}}</wsse:Password>
    <wsse:Nonce EncodingType="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary">{{$wsse.nonce}}</wsse:Nonce>
    <wsu:Created>{{$wsse.created}}</wsu:Created>
  </wsse:UsernameToken>
</wsse:Security>`,
    );
    assert.equal(request.split("@password = {{$secret password}}\n").length, 2);
  });

  const inside = (name: string, content = "") => `<sp:${name}><wsp:Policy>${content}</wsp:Policy></sp:${name}>`;

  test("a policy with an asymmetric binding adds ids, the certificate and the signature", () => {
    const request = withPolicy(
      inside("AsymmetricBinding", `<sp:IncludeTimestamp/>${inside("AlgorithmSuite", "<sp:Basic256Sha256/>")}`),
    );
    assert.equal(
      headerOf(request),
      `<wsse:Security soap:mustUnderstand="1">
  <wsu:Timestamp wsu:Id="TS">
    <wsu:Created>{{$wsu.created}}</wsu:Created>
    <wsu:Expires>{{$wsu.expires 5 m}}</wsu:Expires>
  </wsu:Timestamp>
  <wsse:BinarySecurityToken wsu:Id="X509" EncodingType="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary" ValueType="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3">{{$certificate me}}</wsse:BinarySecurityToken>
  {{$signature me}}
</wsse:Security>`,
    );
    assert.match(request, /<soap:Body wsu:Id="Body">/);
  });

  test("a policy says which parts are signed, how the certificate is named, and with which algorithm", () => {
    const signed = `<sp:SignedSupportingTokens><wsp:Policy><sp:UsernameToken/></wsp:Policy></sp:SignedSupportingTokens>`;
    const suite = inside("AlgorithmSuite", "<sp:Basic256/>");
    const initiator = inside("InitiatorToken", inside("X509Token", "<sp:RequireIssuerSerialReference/>"));
    const header = headerOf(withPolicy(`${inside("AsymmetricBinding", `${initiator}${suite}`)}${signed}`));
    assert.match(header, /<wsse:UsernameToken wsu:Id="UT">/);
    assert.match(header, /\{\{\$signature me parts="Body UsernameToken" keyInfo=IssuerSerial algorithm=rsa-sha1\}\}/);
    assert.doesNotMatch(header, /BinarySecurityToken/);
  });

  test("a policy with an endorsing token is signed, too, and with a symmetric binding adds no header", () => {
    const endorsing = inside("EndorsingSupportingTokens", "<sp:X509Token/>");
    assert.match(headerOf(withPolicy(endorsing)), /\{\{\$signature me\}\}/);
    assert.equal(headerOf(withPolicy(`<sp:SymmetricBinding/>${token()}`)), "");
  });

  const signedParts = (...parts: readonly string[]) => `<sp:SignedParts>${parts.join("")}</sp:SignedParts>`;

  test("a policy that requires the signature of header blocks adds their ids and names them", () => {
    const addressing = "http://www.w3.org/2005/08/addressing";
    const named = ["To", "Action"].map((name) => `<sp:Header Name="${name}" Namespace="${addressing}"/>`);
    const header = headerOf(
      withPolicy(`<wsam:Addressing/>${inside("AsymmetricBinding")}${signedParts("<sp:Body/>", ...named)}`),
    );
    assert.match(header, /<wsa:To wsu:Id="To">.*\n<wsa:Action wsu:Id="Action">.*\n<wsa:MessageID>/);
    assert.match(header, /\{\{\$signature me parts="Body To Action"\}\}/);
    const whole = headerOf(withPolicy(`<wsam:Addressing/>${inside("AsymmetricBinding")}${signedParts()}`));
    assert.match(whole, /parts="Body To Action MessageID"/);
    assert.doesNotMatch(headerOf(withPolicy(`<wsam:Addressing/>${signedParts()}`)), /wsu:Id/);
  });

  const encryptedParts = (...parts: readonly string[]) => `<sp:EncryptedParts>${parts.join("")}</sp:EncryptedParts>`;
  const securityOf = (request: string) =>
    Array.from(request.matchAll(/\{\{\$(?:encrypted|signature) .*/g), ([one]) => one);

  test("a policy with an asymmetric binding that requires encryption encrypts the parts for the service, above the signature", () => {
    const to = '<sp:Header Name="To" Namespace="http://www.w3.org/2005/08/addressing"/>';
    const user = inside("SignedEncryptedSupportingTokens", `<sp:UsernameToken/>`);
    const binding = inside(
      "AsymmetricBinding",
      `${inside("AlgorithmSuite", "<sp:Basic128Rsa15/>")}<sp:EncryptSignature/>`,
    );
    const request = withPolicy(`<wsam:Addressing/>${binding}${encryptedParts("<sp:Body/>", to)}${user}`);
    assert.deepEqual(securityOf(request), [
      '{{$encrypted service parts="Body UsernameToken To Signature" algorithm=aes128-cbc key=rsa-1_5}}',
      '{{$signature me parts="Body UsernameToken" algorithm=rsa-sha1}}',
    ]);
    assert.match(request, /<wsa:To wsu:Id="To">/);
    assert.doesNotMatch(request, /# The policy/);
  });

  test("a policy that encrypts before signing has the signature above what is encrypted, and names the recipient", () => {
    const suite = inside("AlgorithmSuite", "<sp:Basic256Sha256/>");
    const named = inside("RecipientToken", inside("X509Token", "<sp:RequireThumbprintReference/>"));
    const first = `${suite}${named}<sp:EncryptBeforeSigning/><sp:EncryptSignature/>`;
    assert.deepEqual(securityOf(withPolicy(`${inside("AsymmetricBinding", first)}${encryptedParts("<sp:Body/>")}`)), [
      '{{$encrypted service parts="Signature" algorithm=aes256-cbc keyInfo=Thumbprint}}',
      "{{$signature me keyInfo=Thumbprint}}",
      '{{$encrypted service parts="Body" algorithm=aes256-cbc keyInfo=Thumbprint}}',
    ]);
  });

  test("a policy that encrypts elements by XPath, or without a certificate, says what to write", () => {
    const elements = withPolicy(`${inside("AsymmetricBinding")}<sp:EncryptedElements/>`);
    assert.match(
      elements,
      /\n# The policy requires that elements are encrypted\. Name them in the option parts of \$encrypted\.\n/,
    );
    const alone = withPolicy(encryptedParts("<sp:Body/>"));
    assert.match(
      alone,
      /\n# The policy requires encryption\. Encrypt with \{\{\$encrypted KEY\}\}, for the certificate of the service\.\n/,
    );
  });

  test("a policy that requires what can't be written says so above the request", () => {
    const symmetric = withPolicy(`<sp:SymmetricBinding/><sp:EncryptedParts><sp:Body/></sp:EncryptedParts>`);
    assert.match(
      symmetric,
      /\n# The policy requires a symmetric binding, which isn't supported\. The WS-Security header is left out\.\n# The policy requires encryption, which isn't supported\. The message isn't encrypted\.\n# @name/,
    );
    const endorsed = withPolicy(`<sp:SymmetricBinding/>${inside("EndorsingSupportingTokens", "<sp:X509Token/>")}`);
    assert.match(endorsed, /\n# .* Its signature is left out\.\n/);
  });

  test("a policy that requires addressing adds To, Action and MessageID", () => {
    assert.equal(
      headerOf(withPolicy("<wsam:Addressing/>")),
      "<wsa:To>http://h/s</wsa:To>\n<wsa:Action>urn:do</wsa:Action>\n<wsa:MessageID>urn:uuid:{{$guid}}</wsa:MessageID>",
    );
  });
});

suite("an action of WS-Addressing in the WSDL", () => {
  const headers =
    "<wsa:To>http://h/s</wsa:To>\n<wsa:Action>urn:own</wsa:Action>\n<wsa:MessageID>urn:uuid:{{$guid}}</wsa:MessageID>";
  /** A request whose input has the action, with an extension of the binding. */
  const withAction = (namespace: string, extension: string) =>
    checked(
      describe({ schema: root })
        .replace('<input message="t:In"', `<input a:Action="urn:own" xmlns:a="${namespace}" message="t:In"`)
        .replace("<soap:operation ", `${extension}<soap:operation `)
        .replace("<soap:binding ", `${extension}<soap:binding `),
    );
  const wsaw = "http://www.w3.org/2006/05/addressing/wsdl";
  const wsam = "http://www.w3.org/2007/05/addressing/metadata";
  const optional = `<p:Policy xmlns:p="http://www.w3.org/ns/ws-policy"><w:Addressing xmlns:w="${wsam}" p:Optional="true"/></p:Policy>`;

  test("an action adds the headers where UsingAddressing or an optional policy asks for addressing", () => {
    const using = `<w:UsingAddressing xmlns:w="${wsaw}"/>`;
    for (const namespace of [wsaw, wsam]) {
      for (const extension of [using, optional]) assert.equal(headerOf(withAction(namespace, extension)), headers);
      assert.equal(headerOf(withAction(namespace, "")), "");
    }
    assert.equal(headerOf(checked(describe({ schema: root }).replace("<soap:binding ", `${using}<soap:binding `))), "");
  });
});

test("a request of the SOAP response pattern is a GET request", () => {
  const request = checked(`<description xmlns="http://www.w3.org/ns/wsdl" xmlns:t="urn:t" targetNamespace="urn:t"
    xmlns:wsoap="http://www.w3.org/ns/wsdl/soap" xmlns:xs="http://www.w3.org/2001/XMLSchema"><types>
    <xs:schema targetNamespace="urn:t"><xs:element name="find"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/>
    </xs:sequence></xs:complexType></xs:element></xs:schema></types>
    <interface name="I"><operation name="Find" pattern="http://www.w3.org/ns/wsdl/in-out"><input element="t:find"/>
      <output element="#none"/></operation></interface>
    <binding name="B" interface="t:I" type="http://www.w3.org/ns/wsdl/soap" wsoap:protocol="http://www.w3.org/2003/05/soap/bindings/HTTP/">
      <operation ref="t:Find" wsoap:mep="http://www.w3.org/2003/05/soap/mep/soap-response/"/></binding>
    <service name="S" interface="t:I"><endpoint name="E" binding="t:B" address="http://h/find"/></service></description>`);
  assert.equal(request, "### Find\n# @name Find\nGET /find?id=1 HTTP/1.1\nHost: h\nAccept: application/soap+xml\n");
});

test("a form without parameters has an empty body", () => {
  const request = checked(
    describe({ schema: root, parts: "" })
      .replace(/<soap:binding[^>]*>/, '<http:binding xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" verb="POST"/>')
      .replace(
        /<soap:operation[^>]*>/,
        '<http:operation xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" location="/do"/>',
      )
      .replace(/<soap:body[^>]*>/, '<mime:content type="application/x-www-form-urlencoded"/>'),
  );
  assert.match(
    request,
    /\nPOST \/s\/do HTTP\/1\.1\nHost: h\nContent-Type: application\/x-www-form-urlencoded\nContent-Length: 0\n$/,
  );
});

test("an action with braces has no variables", () => {
  const wsdl = describe({ schema: root }).replaceAll("urn:do", "urn:{{var helper}}Action");
  const twice = wsdl.replace(
    "</service>",
    '<port name="Q" binding="t:B"><soap:address location="http://h/q"/></port></service>',
  );
  for (const text of [wsdl, twice, twice.replaceAll("wsdl/soap/", "wsdl/soap12/")]) {
    const contract = contractOf(text);
    const all = contract.operations.map((_, index) => index);
    const requests = contract.requests(all, { extent: "parameters", wsdl: undefined, contentLength: "calculated" });
    const analysis = analyze(requests);
    assert.deepEqual(
      diagnose(analysis).map(({ code, message }) => `${code}: ${message}`),
      [],
      requests,
    );
    assert.match(requests, /\{\{brace\}\}\{var helper\}\}Action"/);
  }
});
