import assert from "node:assert/strict";
import {
  envelope11,
  envelope12,
  expectClean,
  expectFix,
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

suite("authorization-basic", () => {
  test("the rule reports credentials that are not base64, without showing them", () => {
    const [finding] = expectRule("authorization-basic", basic("«alice:secret»"));
    assert.ok(!finding?.message.includes("secret"));
    expectRule("authorization-basic", basic("«alice secret»"));
  });

  test("the fix encodes user and password", () => {
    expectFix("authorization-basic", basic("alice:secret"), "Encode as Base64", basic("YWxpY2U6c2VjcmV0"));
    expectFix("authorization-basic", basic("alice secret"), "Encode as Base64", basic("YWxpY2U6c2VjcmV0"));
  });

  test("the fix changes credentials to the placeholder that encodes them when the request is sent", () => {
    const above = "@user = a\n@password = s3cret\n";
    const [title, encoded] = ["Change to {{$basic …}}", basic("{{$basic user password}}")];
    expectRule("authorization-basic", above + basic("«{{user}}:{{password}}»"));
    expectFix("authorization-basic", above + basic("{{user}}:{{password}}"), title, above + encoded);
    expectFix("authorization-basic", above + basic("{{user}} {{password}}"), title, above + encoded);
    expectFix("authorization-basic", basic('a:b"c'), title, basic('{{$basic "a" "b\\"c"}}'));
  });

  test("the rule reports what can't be Base64, whatever the values are that are known only when the request is sent", () => {
    const [finding] = expectRule("authorization-basic", basic("«{{$secret user}}:{{$secret password}}»"));
    assert.deepEqual(
      finding?.fixes?.().map(({ title }) => title),
      ["Change to {{$basic …}}"],
    );
    expectRule("authorization-basic", `@user = a\n${basic("«{{user}} {{$secret password}}»")}`);
    expectRule("authorization-basic", `@user = a:\n${basic("«{{user}}{{$secret password}}»")}`);
    expectRule("authorization-basic", basic("«{{user}}:{{password}}»"), ["variable-undefined"]);
    for (const unknown of ["{{$secret pin}}", "{{$secret pin}}==", '{{$basic "a" "b:c"}}']) expectClean(basic(unknown));
  });

  test("the fix defines variables for the placeholders that $basic doesn't take", () => {
    const title = "Change to {{$basic …}}";
    const [user, password] = ["@user = {{$secret user}}\n", "@password = {{$secret my pin}}\n"];
    const typed = basic("{{$secret user}}:{{$secret my pin}}");
    const encoded = basic("{{$basic user password}}");
    expectFix("authorization-basic", typed, title, user + password + encoded);
    expectFix("authorization-basic", user + typed, title, user + password + encoded);
    const taken = "@user = a\n";
    const numbered = "@user2 = {{$secret user}}\n@password = b\\{{$secret my pin}}\n";
    expectFix(
      "authorization-basic",
      taken + basic("{{$secret user}}:b\\{{$secret my pin}}"),
      title,
      taken + numbered + basic("{{$basic user2 password}}"),
    );
    expectFix("authorization-basic", basic("b\\:c"), title, `@user = b\\\n${basic('{{$basic user "c"}}')}`);
    const [spaced] = expectRule("authorization-basic", basic("«{{$secret user}}: {{$secret my pin}}»"));
    assert.deepEqual(spaced?.fixes?.(), []);
  });

  test("the fix encodes as UTF-8", () => {
    expectFix("authorization-basic", basic("zoë:é"), "Encode as Base64", basic("em/DqzrDqQ=="));
  });

  test("the rule ignores encoded credentials, other schemes and variables", () => {
    expectClean(basic("YWxpY2U6c2VjcmV0"));
    expectClean(request({ Authorization: "Bearer a:b" }));
    expectClean(`@login = YWxpY2U6c2VjcmV0\n${basic("{{login}}")}`);
    const [finding] = expectRule("authorization-basic", `@login = alice:secret\n${basic("«{{login}}»")}`);
    assert.deepEqual(finding?.fixes?.(), []);
  });
});
