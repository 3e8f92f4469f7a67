import assert from "node:assert/strict";
import {
  completionsAt,
  expectNothing,
  expectNotOffered,
  expectOffered,
  expectTaken,
  labelsAt,
  taken,
} from "../../../support/completions.ts";
import { envelope11, envelope12, expectClean, findingsIn, request, request11 } from "../../../support/findings.ts";

const required = "Host, Content-Type, Content-Length";

suite("completion in the request line", () => {
  test("completion offers GET and POST with the rest of the line", () => {
    expectTaken("|", "POST", "POST /service HTTP/1.1");
    expectTaken("### a\n\nG|", "GET", "### a\n\nGET /service?wsdl HTTP/1.1");
    expectNotOffered("|", "PUT", "DELETE");
  });

  test("completion replaces only the method if the line goes on", () => {
    expectTaken("pu|t /s HTTP/1.1\nHost: h", "POST", "POST /s HTTP/1.1\nHost: h");
  });

  test("completion offers the targets of other requests, the nearest first", () => {
    const file = (line: string) =>
      `${request()}\n### b\n${line}\n### c\n${request({}, envelope12, "POST /t?x HTTP/1.1")}`;
    assert.deepEqual(labelsAt(file("POST |")), ["/s", "/t?x"]);
    expectTaken(file("POST |"), "/t?x", file("POST /t?x HTTP/1.1"));
    expectTaken(file("POST /|s HTTP/1.1"), "/t?x", file("POST /t?x HTTP/1.1"));
  });

  test("completion offers the version", () => {
    expectTaken("POST /s |", "HTTP/1.1", "POST /s HTTP/1.1");
    expectTaken("POST /s HT|T", "HTTP/1.1", "POST /s HTTP/1.1");
    expectNothing("POST /s HTTP/1.1 |");
    expectNothing("POST /s HTTP/1.1|");
  });
});

suite("completion of header names", () => {
  test("completion offers missing headers first and marks required ones", () => {
    expectOffered(
      `POST /s HTTP/1.1\nHost: h\n|\n\n${envelope12}`,
      "Content-Type",
      "Content-Length",
      "Accept",
      "Expect",
    );
    const marked = completionsAt(`POST /s HTTP/1.1\n|\n\n${envelope12}`).filter(({ note }) => note === "required");
    const names = marked.map(({ label }) => label);
    assert.deepEqual(names, ["Host", "Content-Type", "Content-Length"]);
  });

  test("completion requires SOAPAction for SOAP 1.1", () => {
    expectOffered(
      `POST /s HTTP/1.1\n|\n\n${envelope11}`,
      "Host, Content-Type, SOAPAction, Content-Length",
      "SOAPAction",
      "Accept",
    );
  });

  test("completion requires only Host for a GET", () => {
    const marked = completionsAt("GET /s HTTP/1.1\n|").filter(({ note }) => note === "required");
    const names = marked.map(({ label }) => label);
    assert.deepEqual(names, ["Host"]);
  });

  test("completion doesn't offer a present header that may occur only once", () => {
    expectNotOffered(request().replace("\n\n", "\n|\n\n"), "Host", "Content-Type", "Content-Length", required);
    expectOffered(request({ Accept: "*/*" }).replace("\n\n", "\n|\n\n"), "Expect", "Accept");
  });

  test("completion replaces only the name before a value", () => {
    const file = request({ Accept: undefined }).replace("Host", "Accep|t");
    expectTaken(file, "Host", request());
  });

  test("completion replaces the line while a name is typed", () => {
    const file = (line: string) => request().replace("\n\n", `\n${line}\n\n`);
    expectTaken(file("expe|"), "Expect", file("Expect: 100-continue"));
    expectTaken(file("Acc|ept"), "Accept", file("Accept: application/soap+xml"));
  });

  test("completion offers nothing in a comment, a folded line or a line without a header", () => {
    expectNothing(request().replace("Host", "# Ho|\nHost"));
    expectNothing(request().replace("\nContent-Type", "\n  x|\nContent-Type"));
    expectNothing(request().replace("Host: h", "no name |\nHost: h"));
  });

  test("completion offers nothing for a typed space", () => {
    expectNothing("POST /s HTTP/1.1\n|", { trigger: " " });
  });
});

suite("completion of all required headers at once", () => {
  for (const [name, body] of [
    ["SOAP 1.2", envelope12],
    ["SOAP 1.1", envelope11],
    [
      "a declared encoding",
      `<?xml version="1.0" encoding="iso-8859-1"?>${envelope12.replace("<s:Body/>", "<s:Body><a xmlns='u'>é</a></s:Body>")}`,
    ],
    ["non-ASCII characters", envelope12.replace("<s:Body/>", "<s:Body><a xmlns='u'>€</a></s:Body>")],
    ["line breaks after the body", `${envelope12}\n\n`],
  ] as const) {
    for (const before of ["|\n\n", "|\n", "Hos|\n\n"]) {
      test(`completion makes a correct request with ${name}: ${JSON.stringify(before)}`, () => {
        const source = `POST /s HTTP/1.1\n${before}${body}`;
        const label = labelsAt(source)[0] ?? "";
        assert.match(label, /^Host, Content-Type, .*Content-Length$/);
        expectClean(taken(source, label));
        expectClean(taken(source.replaceAll("\n", "\r\n"), label).replaceAll(/\r?\n/g, "\r\n"));
      });
    }
  }

  test("completion inserts no line in an empty line before an empty body", () => {
    expectTaken("GET /s HTTP/1.1\n|\n", "Host", "GET /s HTTP/1.1\nHost: localhost:8000\n");
    expectTaken("GET /s HTTP/1.1\n|\nx", "Host", "GET /s HTTP/1.1\nHost: localhost:8000\n\nx");
  });

  test("completion inserts only missing headers", () => {
    const source = `POST /s HTTP/1.1\nHost: h\n|\n\n${envelope12}`;
    expectClean(taken(source, "Content-Type, Content-Length"));
    expectNotOffered(
      request({ "Content-Length": undefined }).replace("\n\n", "\n|\n\n"),
      "Content-Length, Content-Length",
    );
  });

  test("completion inserts the host of an absolute target", () => {
    assert.match(taken(`POST http://a.example:81/s HTTP/1.1\n|\n\n${envelope12}`, required), /\nHost: a\.example:81\n/);
  });

  test("completion inserts {{$contentLength}} if there is no body yet", () => {
    const text = taken("POST /s HTTP/1.1\n|", required);
    assert.match(text, /\nContent-Length: \{\{\$contentLength\}\}$/);
    const codes = findingsIn(text).map(({ code }) => code);
    assert.deepEqual(codes, ["xml-missing"]);
  });
});

suite("completion of header values", () => {
  const value = (name: string, typed: string, body = envelope12) => request({ [name]: typed }, body);

  test("completion offers the media type of the envelope with the charset of the body", () => {
    assert.deepEqual(labelsAt(value("Content-Type", "|")), ["application/soap+xml; charset=utf-8"]);
    assert.deepEqual(labelsAt(value("Content-Type", "|", envelope11)), ["text/xml; charset=utf-8"]);
    const declared = `<?xml version="1.0" encoding="iso-8859-1"?>${envelope12}`;
    assert.deepEqual(labelsAt(value("Content-Type", "|", declared)), ["application/soap+xml; charset=iso-8859-1"]);
    assert.equal(labelsAt("POST /s HTTP/1.1\nContent-Type: |").length, 2);
  });

  test("completion replaces the whole value and inserts a missing space", () => {
    expectTaken(
      value("Content-Type", "text/x|ml"),
      "application/soap+xml; charset=utf-8",
      value("Content-Type", "application/soap+xml; charset=utf-8"),
    );
    const file = request().replace("Content-Type: application/soap+xml; charset=utf-8", "Content-Type:|");
    expectTaken(file, "application/soap+xml; charset=utf-8", request());
  });

  test("completion offers parameters of the media type and their values", () => {
    assert.deepEqual(labelsAt(value("Content-Type", "application/soap+xml;|")), ["charset", "action"]);
    assert.deepEqual(labelsAt(value("Content-Type", "application/soap+xml; charset=utf-8; a|")), ["action"]);
    assert.deepEqual(labelsAt(value("Content-Type", "text/xml; |")), ["charset"]);
    assert.deepEqual(labelsAt(value("Content-Type", "multipart/related; b|")), [
      "boundary",
      "type",
      "start",
      "start-info",
    ]);
    expectOffered(value("Content-Type", "application/soap+xml; charset=|"), "utf-8", "iso-8859-1", "windows-1252");
    expectTaken(
      value("Content-Type", "application/soap+xml; charset=ut|f-9"),
      "utf-8",
      value("Content-Type", "application/soap+xml; charset=utf-8"),
    );
  });

  test("completion offers the action that the message contains elsewhere", () => {
    const action = '<a:Action xmlns:a="http://www.w3.org/2005/08/addressing">urn:add</a:Action>';
    const body = envelope12.replace("<s:Body/>", `<s:Header>${action}</s:Header><s:Body/>`);
    const type = (rest: string) => value("Content-Type", `application/soap+xml; charset=utf-8; ${rest}`, body);
    expectTaken(type("action=|"), "urn:add", type('action="urn:add"'));
    expectTaken(type('action="|"'), "urn:add", type('action="urn:add"'));
    expectTaken(value("SOAPAction", "|", body), '"urn:add"', value("SOAPAction", '"urn:add"', body));
  });

  test("completion offers the SOAPAction of other requests and an empty one", () => {
    const file = `${request11({ SOAPAction: '"urn:b"' })}\n### next\n${request11({ SOAPAction: "|" })}`;
    assert.deepEqual(labelsAt(file), ['"urn:b"', '""']);
  });

  test("completion offers the current length and {{$contentLength}}", () => {
    assert.deepEqual(labelsAt(value("Content-Length", "|")), ["84", "{{$contentLength}}"]);
    assert.deepEqual(labelsAt(value("Content-Length", "9|9")), ["84", "{{$contentLength}}"]);
    expectClean(taken(value("Content-Length", "9|9"), "84"));
    assert.deepEqual(labelsAt("POST /s HTTP/1.1\nContent-Length: |"), ["{{$contentLength}}"]);
  });

  test("completion offers the hosts of the target and of other requests", () => {
    const file = `${request({ Host: "{{b}}" })}\n### next\nPOST http://a/s HTTP/1.1\nHost: |`;
    assert.deepEqual(labelsAt(file), ["a", "{{b}}"]);
  });

  test("completion offers standard values for Accept, Connection, Expect and Accept-Encoding", () => {
    expectOffered(value("Accept", "|"), "application/soap+xml", "text/xml", "*/*");
    assert.deepEqual(labelsAt(value("Connection", "|")), ["close", "keep-alive"]);
    assert.deepEqual(labelsAt(value("Expect", "1|")), ["100-continue"]);
    expectTaken(value("Accept-Encoding", "gzip, de|"), "deflate", value("Accept-Encoding", "gzip, deflate"));
    expectTaken(value("Accept", "text/xml, |"), "*/*", value("Accept", "text/xml, */*"));
  });

  test("completion offers authentication schemes, but not after one", () => {
    assert.deepEqual(labelsAt(value("Authorization", "|")), ["Basic", "Bearer", "Digest", "Negotiate", "NTLM"]);
    expectNothing(value("Authorization", "Basic dTp|"));
    expectNothing(value("Authorization", "Bearer |"));
    for (const [typed, label] of [
      ["|", "Basic"],
      ["Ba|", "Basic"],
      ["Basic |", "{{$basic user password}}"],
    ] as const) {
      const text = taken(request({ Authorization: typed }), label);
      assert.ok(text.startsWith("@user = {{$secret user}}\n@password = {{$secret password}}\nPOST "), text);
      assert.match(text, /\nAuthorization: Basic \{\{\$basic user password\}\}\n/);
      expectClean(text);
    }
    assert.match(taken(request({ Authorization: "|Basic dTp" }), "Basic"), /Authorization: Basic {1,2}dTp\n/);
  });

  test("completion offers the values of the same header in other requests", () => {
    const file = `${request({ "X-Key": "abc" })}\n### next\n${request({ "x-key": "|" })}`;
    expectTaken(file, "abc", file.replace("|", "abc"));
    assert.deepEqual(labelsAt(`${request({ "X-Key": "abc" })}\n### next\n${request({ "X-Other": "|" })}`), []);
  });

  test("completion offers headers in the parts of a multipart body", () => {
    const type = 'multipart/related; boundary=b; type="application/xop+xml"; start-info="application/soap+xml"';
    const part = (head: string) => request({ "Content-Type": type }, `--b\n${head}\n\n${envelope12}\n--b--`);
    expectOffered(part("Content-Type: application/xop+xml\n|"), "Content-Transfer-Encoding", "Content-ID");
    expectNotOffered(part("Content-Type: application/xop+xml\n|"), "Content-Type", "Host");
    const coding = part("Content-Transfer-Encoding: b|");
    expectTaken(coding, "binary", coding.replace("b|\n", "binary\n"));
    expectOffered(part("X: y").replace("<s:Body/>", "<|"), "s:Body", "s:Header");
  });
});

suite("completion above the request", () => {
  test("completion offers directives with a value to fill in", () => {
    expectTaken("# @ti|\nGET / HTTP/1.1", "@timeout", "# @timeout 30s\nGET / HTTP/1.1");
    expectTaken("#|", "@name", "# @name ");
    expectTaken("// |", "@no-redirect", "// @no-redirect");
    expectTaken("# @sch|eme", "@scheme", "# @scheme https");
  });

  test("completion offers values of directives", () => {
    assert.deepEqual(labelsAt("# @scheme |"), ["https", "http"]);
    expectTaken("# @ignore host-missing soap|", "soapaction-missing", "# @ignore host-missing soapaction-missing");
    expectNothing("# @name |");
  });

  test("completion offers ### at the start of a line", () => {
    expectTaken("#|", "###", "### ");
    expectTaken("@a = 1\n##|", "###", "@a = 1\n### ");
    expectNotOffered("# |", "###");
    expectNothing("### ti|tle");
  });

  test("completion offers nothing in a comment", () => {
    expectNothing("# |", { trigger: " " });
    expectNothing("# some words|");
  });

  test("completion offers undefined variables that are used", () => {
    const file = `@|\n\n${request({ Host: "{{host}}" })}`;
    assert.deepEqual(labelsAt(file), ["host", "name = value"]);
    expectTaken(file, "host", file.replace("@|", "@host = "));
    expectTaken("@|", "name = value", "@name = value");
  });
});

suite("completion of variables", () => {
  const file = (text: string) => `@base = h:81\n@name = x\n\n${text}`;

  test("completion offers variables with their values in target, header and body", () => {
    const items = completionsAt(file(request({ Host: "{{|" })));
    const shown = items.slice(0, 2).map(({ label, note }) => `${label} ${note}`);
    assert.deepEqual(shown, ["base h:81", "name x"]);
    expectOffered(file(request({}, envelope12, "POST /{{|")), "base", "name");
    expectOffered(file(request({}, envelope12.replace("<s:Body/>", "<s:Body>{{na|</s:Body>"))), "base", "name");
    expectOffered(file("@x = {{|"), "base", "name");
  });

  test("completion inserts or replaces the closing braces", () => {
    expectTaken(file(request({ Host: "{{|" })), "base", file(request({ Host: "{{base}}" })));
    expectTaken(file(request({ Host: "{{ba|}}" })), "base", file(request({ Host: "{{base}}" })));
    expectTaken(file(request({ Host: "{{ba|xx}}/y" })), "base", file(request({ Host: "{{base}}/y" })));
  });

  test("completion offers built-in variables where they have a value", () => {
    expectOffered(request({ "Content-Length": "{{$|" }), "$contentLength");
    expectNotOffered(request({ Host: "{{$|" }), "$nothing");
  });

  test("completion offers the values of tokens, also after the dot in their names", () => {
    expectOffered(request({}, "<a>{{$ws|"), "$wsse.nonce", "$wsse.created", "$wsu.created", "$wsu.expires");
    expectOffered(request({}, "<a>{{$wsse.|"), "$wsse.nonce", "$wsse.created");
    const host = { Host: "{{$wsu.e|" };
    expectTaken(request(host), "$wsu.expires", request({ Host: "{{$wsu.expires 5 m}}" }));
  });

  test("completion offers names without braces in the arguments of credentials", () => {
    const basic = (typed: string) => file(request({ Authorization: `Basic {{$basic ${typed}}}` }));
    expectOffered(basic("|"), "base", "name");
    expectTaken(basic("ba|xx name"), "base", basic("base name"));
    expectTaken(basic('"a b" na|'), "name", basic('"a b" name'));
    const auth = (typed: string) => file(`# @auth ${typed}\n${request()}`);
    expectTaken(auth("d|"), "digest", auth("digest"));
    expectTaken(auth("n|"), "negotiate", auth("negotiate"));
    expectNothing(auth("negotiate |"));
    expectTaken(auth("digest ba|"), "base", auth("digest base"));
    expectTaken(auth("ntlm EU\\na| base"), "name", auth("ntlm EU\\name base"));
    expectTaken(file(`# @au|\n${request()}`), "@auth", auth("digest user password"));
  });

  test("completion offers nothing in comments, header names and directives, or after a single brace", () => {
    expectNothing(file(`# {{|\n${request()}`));
    expectNotOffered(file(request().replace("Host", "{{|")), "base");
    expectNotOffered(file(request({ Host: "{|" })), "base");
    expectNotOffered(file(request({ Host: "{{a}}|" })), "base");
  });
});
