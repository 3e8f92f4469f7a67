import assert from "node:assert/strict";
import { envelope12, expectClean, expectFix, expectRule, fixed, request, request11 } from "../../support/findings.ts";

const withLines = (...lines: string[]) => request({}).replace("Host: h", ["Host: h", ...lines].join("\n"));
const pasted = `POST http://h:81/s HTTP/1.1\n\n${envelope12}`;

suite("rules of the header section", () => {
  test("header-value-invalid reports each invalid character by itself, with its code point and as it is if it is visible", () => {
    expectRule("header-value-invalid", withLines("X-A: a«é»b«€»«😀»"));
    const nameOf = (character: string) =>
      expectRule("header-value-invalid", withLines(`X-A: a«${character}»`))[0]?.message ?? "";
    assert.match(nameOf("é"), /é \(U\+00E9\)/);
    assert.match(nameOf("\u0085"), /^[^(]*U\+0085/);
    expectRule("header-value-invalid", withLines("X-A: a«\u0001»b"));
    expectClean(withLines("X-A: a\tb"));
  });

  test("content-encoding removes the header", () => {
    expectRule("content-encoding", withLines("Content-Encoding: «gzip»"));
    expectFix("content-encoding", withLines("Content-Encoding: gzip"), "Remove Content-Encoding", request());
  });

  test("expect-unknown reports every value except 100-continue", () => {
    expectRule("expect-unknown", withLines("Expect: «200-maybe»"));
    expectFix("expect-unknown", withLines("Expect: 200-maybe"), "Remove Expect", request());
    expectClean(withLines("Expect: 100-Continue"));
  });

  test("header-comment reports a comment that looks like a recorded header", () => {
    const [finding] = expectRule("header-comment", withLines("«#Trace»: 1"));
    assert.equal(finding?.severity, "information");
    expectClean(withLines("# Trace: 1", "#", "#: 1", "// Trace: 1", "### Trace: 1".slice(1)));
  });

  test("header-duplicate reports a duplicate Host header", () => {
    const [finding] = expectRule("header-duplicate", withLines("«host»: other"));
    assert.deepEqual(
      finding?.related?.map(({ at }) => at),
      [{ start: 17, end: 21 }],
    );
    expectFix("header-duplicate", withLines("host: other"), "Remove host", request());
    expectClean(withLines("Accept: a", "Accept: b"));
  });

  test("transfer-encoding replaces the header with Content-Length", () => {
    expectRule("transfer-encoding", withLines("«Transfer-Encoding»: chunked"));
    const notChunked = request({ "Content-Length": undefined, "Transfer-Encoding": "chunked" });
    expectRule("transfer-encoding", notChunked.replace("Transfer-Encoding", "«Transfer-Encoding»"));
    const counted = notChunked.replace("Host", "Content-Length: 84\nHost").replace("Transfer-Encoding: chunked\n", "");
    expectFix("transfer-encoding", notChunked, "Replace with Content-Length", counted);
  });

  test("blank-line-missing inserts the empty line after the headers", () => {
    expectRule(
      "blank-line-missing",
      request().replace("\n\n<s:Envelope", "\n«<s:Envelope»").replace(`${envelope12}`, envelope12),
    );
    expectFix("blank-line-missing", request().replace("\n\n", "\n"), "Insert empty line", request());
    expectFix("blank-line-missing", request().replace("\n\n", "\n \t\n"), "Remove spaces and tabs", request());
  });

  test("blank-line-extra reports extra empty lines before the body", () => {
    expectRule("blank-line-extra", request({ "Content-Length": "85" }, `«\n»${envelope12}`));
    const [finding] = expectRule(
      "blank-line-extra",
      request({ "Content-Length": "106" }, `«\n»<?xml version="1.0"?>${envelope12}`),
    );
    assert.equal(finding?.severity, "error");
  });

  test("get-with-content reports Content-Type, Content-Length and the body of a GET", () => {
    expectRule("get-with-content", `GET /s HTTP/1.1\nHost: h\n«Content-Type»: text/xml\n«Content-Length»: 4\n\n«<a/>»`);
    expectRule("content-length-mismatch", `GET /s HTTP/1.1\nHost: h\nContent-Length: «5»\n\n<a/>`, [
      "get-with-content",
    ]);
    expectClean("GET /s?wsdl HTTP/1.1\nHost: h\n\n");
  });
});

suite("rules of Host", () => {
  test("host-missing inserts the host of the target", () => {
    expectRule("host-missing", request({ Host: undefined }).replace("POST", "«POST»"));
    expectFix(
      "host-missing",
      request({ Host: undefined }, undefined, "POST http://h:81/s HTTP/1.1"),
      "Insert Host: h:81",
      request({ Host: "h:81" }, undefined, "POST http://h:81/s HTTP/1.1"),
    );
  });

  test("host-invalid reports the invalid part of a host", () => {
    expectRule("host-invalid", request({ Host: "«http://»h" }));
    expectRule("host-invalid", request({ Host: "h«/s»" }));
    expectRule("host-invalid", request({ Host: "h« »x" }));
    expectRule("host-invalid", request({ Host: "h:«99999»" }));
    expectRule("host-invalid", request({ Host: "h:«x»" }));
    expectRule("host-invalid", request({ Host: "«[::1::2]»" }));
    expectRule("host-invalid", request({ "«Host»": "", Host: undefined }));
    expectFix("host-invalid", request({ Host: "h^1:80" }), "Change to h1:80", request({ Host: "h1:80" }));
    expectFix("host-invalid", request({ Host: "https://h:1/s" }), "Change to h:1", request({ Host: "h:1" }));
    for (const host of ["my_host", "h:", "127.0.0.1:80", "[::1]", "[2001:db8::1]:8080", "xn--mnchen-3ya.de"])
      expectClean(request({ Host: host }));
  });

  test("host-mismatch compares Host with the host of the target", () => {
    expectRule("host-mismatch", request({ Host: "«other»" }, undefined, "POST http://h/s HTTP/1.1"));
    expectClean(request({ Host: "H" }, undefined, "POST http://h:80/s HTTP/1.1"));
    expectClean(request({ Host: "h:443" }, undefined, "POST https://h/s HTTP/1.1"));
  });
});

suite("rules of Content-Type and SOAPAction", () => {
  test("content-type-missing inserts the media type of the envelope", () => {
    expectRule("content-type-missing", request({ "Content-Type": undefined }).replace("POST", "«POST»"));
    expectFix(
      "content-type-missing",
      request11({ "Content-Type": undefined }).replace("SOAPAction", "SOAPAction"),
      "Insert Content-Type: text/xml; charset=utf-8",
      [
        "POST /s HTTP/1.1",
        "Host: h",
        "Content-Length: 86",
        'SOAPAction: ""',
        "Content-Type: text/xml; charset=utf-8",
        "",
        request11().split("\n\n")[1],
      ].join("\n"),
    );
  });

  test("content-type-malformed reports syntax errors and fixes them", () => {
    expectRule("content-type-malformed", request({ "Content-Type": "«soap»" }));
    expectRule("content-type-malformed", request({ "Content-Type": "application/soap+xml; «charset=»" }));
    expectRule("content-type-malformed", request({ "Content-Type": "application/soap+xml «charset=utf-8»" }));
    expectRule("content-type-malformed", request({ "Content-Type": 'application/soap+xml; charset=«"utf-8»' }));
    expectRule("content-type-malformed", request({ "Content-Type": "application/soap+xml; action=«http://a/b»" }));
    expectFix(
      "content-type-malformed",
      request({ "Content-Type": "application/soap+xml; action=http://a/b" }),
      "Add quotes",
      request({ "Content-Type": 'application/soap+xml; action="http://a/b"' }),
    );
    for (const [typed, title, expected] of [
      ["soap", "Change to application/soap+xml", "application/soap+xml"],
      ["application/soap+xml charset=utf-8", "Insert semicolon", "application/soap+xml; charset=utf-8"],
      ["application/soap+xml; charset=", "Change to charset=utf-8", "application/soap+xml; charset=utf-8"],
      ["application/soap+xml; a=; b=c", "Remove a", "application/soap+xml; b=c"],
    ] as const) {
      const source = request({ "Content-Type": typed });
      expectFix("content-type-malformed", source, title, request({ "Content-Type": expected }));
    }
    expectClean(request({ "Content-Type": 'application/soap+xml ; charset="utf-8" ; action="a;b"' }));
  });

  test("content-type-unexpected suggests the media type of the envelope", () => {
    expectRule("content-type-unexpected", request({ "Content-Type": "«application/xml»; charset=utf-8" }));
    expectFix(
      "content-type-unexpected",
      request11({ "Content-Type": "application/xml" }),
      "Change to text/xml",
      request11({ "Content-Type": "text/xml" }),
    );
  });

  test("soapaction-missing reports a SOAP 1.1 request without SOAPAction", () => {
    expectRule("soapaction-missing", request11({ SOAPAction: undefined }).replace("POST", "«POST»"));
    expectClean(request());
  });

  test("soapaction-unquoted reports a SOAPAction without quotes", () => {
    expectRule("soapaction-unquoted", request11({ SOAPAction: "«urn:a»" }));
    expectFix(
      "soapaction-unquoted",
      request11({ SOAPAction: "urn:a" }),
      "Add quotes",
      request11({ SOAPAction: '"urn:a"' }),
    );
    expectClean(request11({ SOAPAction: "" }));
  });

  test("soapaction-in-soap12 moves the action to Content-Type", () => {
    expectRule("soapaction-in-soap12", request({ "«SOAPAction»": '"urn:a"' }));
    expectFix(
      "soapaction-in-soap12",
      request({ SOAPAction: '"urn:a"' }),
      "Move to Content-Type",
      request({ "Content-Type": 'application/soap+xml; charset=utf-8; action="urn:a"' }),
    );
  });

  test("action-in-soap11 moves the action to SOAPAction", () => {
    expectRule("action-in-soap11", request11({ "Content-Type": 'text/xml; «action="urn:a"»' }));
    expectFix(
      "action-in-soap11",
      request11({ "Content-Type": 'text/xml; action="urn:a"', SOAPAction: undefined }),
      "Move to SOAPAction",
      request11({ "Content-Type": "text/xml", SOAPAction: undefined }).replace(
        "Content-Length: 86",
        'Content-Length: 86\nSOAPAction: "urn:a"',
      ),
    );
  });
});

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
