import assert from "node:assert/strict";
import {
  envelope11,
  envelope12,
  expectClean,
  expectRule,
  findingsIn,
  fixed,
  request,
  request11,
} from "../../support/findings.ts";
import { rulesIn } from "../../support/ruleExamples.ts";

const withLines = (lines: string) => request().replace("Host: h", lines === "" ? "$&" : `$&\n${lines}`);
const pasted = `POST http://h:81/s HTTP/1.1\n\n${envelope12}`;

suite("rules of the header section", () => {
  test("header-value-invalid reports each invalid character, with its code point and, if it is visible, the character itself", () => {
    expectRule("header-value-invalid", withLines("X-A: a«é»b«€»«😀»"));
    const nameOf = (character: string) =>
      expectRule("header-value-invalid", withLines(`X-A: a«${character}»`))[0]?.message ?? "";
    assert.match(nameOf("é"), /é \(U\+00E9\)/);
    assert.match(nameOf("\u0085"), /^[^(]*U\+0085/);
    expectRule("header-value-invalid", withLines("X-A: a«\u0001»b"));
  });

  test("header-comment only informs", () => {
    assert.equal(findingsIn(withLines("#Trace: 1"))[0]?.severity, "information");
  });

  test("header-duplicate names the first of both", () => {
    const related = findingsIn(withLines("host: other"))[0]?.related;
    assert.deepEqual(
      related?.map(({ at }) => at),
      [{ start: 17, end: 21 }],
    );
  });

  test("an empty line above an XML declaration is an error", () => {
    const [finding] = findingsIn(request({ "Content-Length": "106" }, `\n<?xml version="1.0"?>${envelope12}`));
    assert.deepEqual([finding?.code, finding?.severity], ["blank-line-extra", "error"]);
  });

  test("a GET may be counted and checked although it has content", () => {
    const text = "GET /s HTTP/1.1\nHost: h\nContent-Length: «5»\n\n<a/>";
    expectRule("content-length-mismatch", text, ["get-with-content"]);
  });

  for (const host of ["my_host", "h:", "127.0.0.1:80", "[::1]", "[2001:db8::1]:8080", "xn--mnchen-3ya.de"])
    test(`Host may be ${host}`, () => expectClean(request({ Host: host })));
});

rulesIn(withLines)`
  header-value-invalid
    a tab in a value | X-A: a\tb

  content-encoding
    a content coding | Content-Encoding: «gzip»
      → Remove Content-Encoding |

  expect-unknown
    a value other than 100-continue | Expect: «200-maybe»
      → Remove Expect |
    100-continue in any case | Expect: 100-Continue

  header-comment
    a comment that looks like a recorded header | «#Trace»: 1
    other comments | # Trace: 1⏎#⏎#: 1⏎// Trace: 1⏎## Trace: 1

  header-duplicate
    a second Host | «host»: other
      → Remove host |
    a second Accept | Accept: a⏎Accept: b

  transfer-encoding
    one next to Content-Length | «Transfer-Encoding»: chunked
`;

rulesIn((host) => request({ Host: host }))`
  host-invalid
    a scheme | «http://»h
    a path | h«/s»
    a space | h« »x
    a port that is too large | h:«99999»
    a port that isn't a number | h:«x»
    an invalid IPv6 address | «[::1::2]»
    a character that hosts don't have | h«^»1:80
      → Change to h1:80 | h1:80
    a URL at its scheme | «https://»h:1/s
      → Change to h:1 | h:1
`;

rulesIn((type) => request({ "Content-Type": type }))`
  content-type-malformed
    a word alone | «soap»
      → Change to application/soap+xml | application/soap+xml
    a parameter without a value | application/soap+xml; «charset=»
      → Change to charset=utf-8 | application/soap+xml; charset=utf-8
    any other parameter without a value | application/soap+xml; «a=»; b=c
      → Remove a | application/soap+xml; b=c
    a missing semicolon | application/soap+xml «charset=utf-8»
      → Insert semicolon | application/soap+xml; charset=utf-8
    a missing quote | application/soap+xml; charset=«"utf-8»
    a value that needs quotes | application/soap+xml; action=«http://a/b»
      → Add quotes | application/soap+xml; action="http://a/b"
    spaces around semicolons, and one in quotes | application/soap+xml ; charset="utf-8" ; action="a;b"

  content-type-unexpected
    a media type that isn't SOAP's | «application/xml»; charset=utf-8
`;

rulesIn((type) => request11({ "Content-Type": type }))`
  content-type-unexpected
    a media type that isn't SOAP 1.1's | «application/xml»
      → Change to text/xml | text/xml

  action-in-soap11
    an action | text/xml; «action="urn:a"»
`;

rulesIn((action) => request11({ SOAPAction: action }))`
  soapaction-unquoted
    an action without quotes | «urn:a»
      → Add quotes | "urn:a"
    an empty action without quotes |
`;

const chunked = request({ "Content-Length": undefined, "Transfer-Encoding": "chunked" });
const ofTarget = (host?: string) => request({ Host: host }, undefined, "POST http://h:81/s HTTP/1.1");

rulesIn((text) => text)`
  transfer-encoding
    one instead of Content-Length | ${chunked.replace("Transfer-Encoding", "«Transfer-Encoding»")}
      → Replace with Content-Length | ${chunked.replace("Host", "Content-Length: 84\nHost").replace("Transfer-Encoding: chunked\n", "")}

  blank-line-missing
    a body right after the headers | ${request().replace("\n\n<s:Envelope", "\n«<s:Envelope»")}
      → Insert empty line | ${request()}
    spaces and tabs in the empty line | ${request().replace("\n\n", "\n« \t»\n")}
      → Remove spaces and tabs | ${request()}

  blank-line-extra
    a second empty line | ${request({ "Content-Length": "85" }, `«\n»${envelope12}`)}

  get-with-content
    Content-Type, Content-Length and body of a GET | GET /s HTTP/1.1⏎Host: h⏎«Content-Type»: text/xml⏎«Content-Length»: 4⏎⏎«<a/>»
    a GET without content | GET /s?wsdl HTTP/1.1⏎Host: h⏎⏎

  host-missing
    a request without Host | ${request({ Host: undefined }).replace("POST", "«POST»")} | besides placeholder
    a request without Host whose target has one | ${ofTarget().replace("POST", "«POST»")}
      → Insert Host: h:81 | ${ofTarget("h:81")}

  host-invalid
    an empty value | ${request({ "«Host»": "", Host: undefined })}

  host-mismatch
    a host that isn't that of the target | ${request({ Host: "«other»" }, undefined, "POST http://h/s HTTP/1.1")}
    the default port of http | ${request({ Host: "H" }, undefined, "POST http://h:80/s HTTP/1.1")}
    the default port of https | ${request({ Host: "h:443" }, undefined, "POST https://h/s HTTP/1.1")}

  content-type-missing
    a request without Content-Type | ${request({ "Content-Type": undefined }).replace("POST", "«POST»")}
    a SOAP 1.1 request without Content-Type | ${request11({ "Content-Type": undefined }).replace("POST", "«POST»")}
      → Insert Content-Type: text/xml; charset=utf-8 | POST /s HTTP/1.1⏎Host: h⏎Content-Length: 86⏎SOAPAction: ""⏎Content-Type: text/xml; charset=utf-8⏎⏎${envelope11}

  soapaction-missing
    a SOAP 1.1 request without SOAPAction | ${request11({ SOAPAction: undefined }).replace("POST", "«POST»")}
    a SOAP 1.2 request without SOAPAction | ${request()}

  soapaction-in-soap12
    a SOAPAction | ${request({ "«SOAPAction»": '"urn:a"' })}
      → Move to Content-Type | ${request({ "Content-Type": 'application/soap+xml; charset=utf-8; action="urn:a"' })}

  action-in-soap11
    an action without SOAPAction | ${request11({ "Content-Type": 'text/xml; «action="urn:a"»', SOAPAction: undefined })} | besides soapaction-missing
      → Move to SOAPAction | ${request({ "Content-Type": "text/xml", "Content-Length": "86", SOAPAction: '"urn:a"' }, envelope11)}
`;

suite("a request pasted from an API document", () => {
  test("the request gets every missing header at once", () => {
    assert.equal(
      fixed(pasted),
      `POST http://h:81/s HTTP/1.1\nHost: h:81\nContent-Type: application/soap+xml; charset=utf-8\nContent-Length: 84\n\n${envelope12}`,
    );
    expectClean(fixed(pasted));
  });
});

const basic = (credentials: string) => request({ Authorization: `Basic ${credentials}` });
const known = "@user = a\n@password = s3cret\n";
const [user, password] = ["@user = {{$secret user}}\n", "@password = {{$secret my pin}}\n"];
const encoded = basic("{{$basic user password}}");
const toPlaceholder = "→ Change to {{$basic …}}";

rulesIn((credentials) => basic(credentials))`
  authorization-basic
    a user and a password | «alice:secret»
      → Encode as Base64 | YWxpY2U6c2VjcmV0
    a space instead of the colon | «alice secret»
      → Encode as Base64 | YWxpY2U6c2VjcmV0
    characters outside of ASCII, which are encoded as UTF-8 | «zoë:é» | besides header-value-invalid
      → Encode as Base64 | em/DqzrDqQ==
    a quote in the password | «a:b"c»
      → Encode as Base64 | YTpiImM=
      ${toPlaceholder} | {{$basic "a" "b\\"c"}}
    secrets | «{{$secret user}}:{{$secret password}}»
    undefined variables | «{{user}}:{{password}}» | besides variable-undefined
    a space after the colon | «{{$secret user}}: {{$secret my pin}}»
      → no fix
    a secret that may be encoded | {{$secret pin}}
    a secret that may be encoded, before padding | {{$secret pin}}==
    a colon in the password of $basic | {{$basic "a" "b:c"}}
    encoded credentials | YWxpY2U6c2VjcmV0
`;

rulesIn((text) => text)`
  authorization-basic
    variables | ${known}${basic("«{{user}}:{{password}}»")}
      ${toPlaceholder} | ${known}${encoded}
    variables with a space between them | ${known}${basic("«{{user}} {{password}}»")}
      ${toPlaceholder} | ${known}${encoded}
    a variable and a secret with a space between them | @user = a⏎${basic("«{{user}} {{$secret password}}»")}
    a variable that ends in the colon | @user = a:⏎${basic("«{{user}}{{$secret password}}»")}
    secrets that get variables | ${basic("«{{$secret user}}:{{$secret my pin}}»")}
      ${toPlaceholder} | ${user}${password}${encoded}
    secrets, one of which has a variable | ${user}${basic("«{{$secret user}}:{{$secret my pin}}»")} | besides variable-unused
      ${toPlaceholder} | ${user}${password}${encoded}
    a secret whose name is that of another variable | @user = a⏎${basic("«{{$secret user}}:b\\{{$secret my pin}}»")} | besides variable-unused
      ${toPlaceholder} | @user = a⏎@user2 = {{$secret user}}⏎@password = b\\{{$secret my pin}}⏎${basic("{{$basic user2 password}}")}
    a backslash | ${basic("«b\\:c»")}
      → Encode as Base64 | ${basic("Ylw6Yw==")}
      ${toPlaceholder} | @user = b\\⏎${basic('{{$basic user "c"}}')}
    another scheme | ${request({ Authorization: "Bearer a:b" })}
    a variable with encoded credentials | @login = YWxpY2U6c2VjcmV0⏎${basic("{{login}}")}
    a variable with a user and a password | @login = alice:secret⏎${basic("«{{login}}»")}
      → no fix
`;

suite("authorization-basic", () => {
  test("the rule doesn't show the credentials", () => {
    assert.ok(!findingsIn(basic("alice:secret"))[0]?.message.includes("secret"));
  });

  test("the rule offers a single fix for secrets", () => {
    const [finding] = findingsIn(basic("{{$secret user}}:{{$secret password}}"));
    assert.equal(finding?.fixes?.().length, 1);
  });
});
