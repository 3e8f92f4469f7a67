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

suite("completion: the request line", () => {
  test("the methods of SOAP, with the rest of the line", () => {
    expectTaken("|", "POST", "POST /service HTTP/1.1");
    expectTaken("### a\n\nG|", "GET", "### a\n\nGET /service?wsdl HTTP/1.1");
    expectNotOffered("|", "PUT", "DELETE");
  });

  test("the method alone where the line goes on, in the place of the word", () => {
    expectTaken("pu|t /s HTTP/1.1\nHost: h", "POST", "POST /s HTTP/1.1\nHost: h");
  });

  test("targets are those of the file's other requests, the nearest first", () => {
    const file = (line: string) =>
      `${request()}\n### b\n${line}\n### c\n${request({}, envelope12, "POST /t?x HTTP/1.1")}`;
    assert.deepEqual(labelsAt(file("POST |")), ["/s", "/t?x"]);
    expectTaken(file("POST |"), "/t?x", file("POST /t?x HTTP/1.1"));
    expectTaken(file("POST /|s HTTP/1.1"), "/t?x", file("POST /t?x HTTP/1.1"));
  });

  test("the version", () => {
    expectTaken("POST /s |", "HTTP/1.1", "POST /s HTTP/1.1");
    expectTaken("POST /s HT|T", "HTTP/1.1", "POST /s HTTP/1.1");
    expectNothing("POST /s HTTP/1.1 |");
    expectNothing("POST /s HTTP/1.1|");
  });
});

suite("completion: names of headers", () => {
  test("what is missing comes first, and what is required is marked", () => {
    expectOffered(
      `POST /s HTTP/1.1\nHost: h\n|\n\n${envelope12}`,
      "Content-Type",
      "Content-Length",
      "Accept",
      "Expect",
    );
    const marked = completionsAt(`POST /s HTTP/1.1\n|\n\n${envelope12}`).filter(({ note }) => note === "required");
    assert.deepEqual(
      marked.map(({ label }) => label),
      ["Host", "Content-Type", "Content-Length"],
    );
  });

  test("SOAP 1.1 requires SOAPAction too", () => {
    expectOffered(
      `POST /s HTTP/1.1\n|\n\n${envelope11}`,
      "Host, Content-Type, SOAPAction, Content-Length",
      "SOAPAction",
      "Accept",
    );
  });

  test("a GET requires Host alone", () => {
    const marked = completionsAt("GET /s HTTP/1.1\n|").filter(({ note }) => note === "required");
    assert.deepEqual(
      marked.map(({ label }) => label),
      ["Host"],
    );
  });

  test("what may be there once and is there is not offered", () => {
    expectNotOffered(request().replace("\n\n", "\n|\n\n"), "Host", "Content-Type", "Content-Length", required);
    expectOffered(request({ Accept: "*/*" }).replace("\n\n", "\n|\n\n"), "Expect", "Accept");
  });

  test("in front of a value the name alone is replaced", () => {
    const file = request({ Accept: undefined }).replace("Host", "Accep|t");
    expectTaken(file, "Host", request());
  });

  test("while a name is typed, the line is replaced", () => {
    const file = (line: string) => request().replace("\n\n", `\n${line}\n\n`);
    expectTaken(file("expe|"), "Expect", file("Expect: 100-continue"));
    expectTaken(file("Acc|ept"), "Accept", file("Accept: application/soap+xml"));
  });

  test("nothing in a comment, a folded line, or behind what is no name", () => {
    expectNothing(request().replace("Host", "# Ho|\nHost"));
    expectNothing(request().replace("\nContent-Type", "\n  x|\nContent-Type"));
    expectNothing(request().replace("Host: h", "no name |\nHost: h"));
  });

  test("a space that is typed brings nothing", () => {
    expectNothing("POST /s HTTP/1.1\n|", { trigger: " " });
  });
});

suite("completion: all required headers at once", () => {
  for (const [name, body] of [
    ["SOAP 1.2", envelope12],
    ["SOAP 1.1", envelope11],
    [
      "a declared encoding",
      `<?xml version="1.0" encoding="iso-8859-1"?>${envelope12.replace("<s:Body/>", "<s:Body><a>é</a></s:Body>")}`,
    ],
    ["characters that are not ASCII", envelope12.replace("<s:Body/>", "<s:Body><a>€</a></s:Body>")],
    ["line breaks behind the body", `${envelope12}\n\n`],
  ] as const) {
    for (const before of ["|\n\n", "|\n", "Hos|\n\n"]) {
      test(`a request with ${name} is right then: ${JSON.stringify(before)}`, () => {
        const source = `POST /s HTTP/1.1\n${before}${body}`;
        const label = labelsAt(source)[0] ?? "";
        assert.match(label, /^Host, Content-Type, .*Content-Length$/);
        expectClean(taken(source, label));
        expectClean(taken(source.replaceAll("\n", "\r\n"), label).replaceAll(/\r?\n/g, "\r\n"));
      });
    }
  }

  test("in the empty line before an empty body no other line is written", () => {
    expectTaken("GET /s HTTP/1.1\n|\n", "Host", "GET /s HTTP/1.1\nHost: localhost:8000\n");
    expectTaken("GET /s HTTP/1.1\n|\nx", "Host", "GET /s HTTP/1.1\nHost: localhost:8000\n\nx");
  });

  test("only those that are missing", () => {
    const source = `POST /s HTTP/1.1\nHost: h\n|\n\n${envelope12}`;
    expectClean(taken(source, "Content-Type, Content-Length"));
    expectNotOffered(
      request({ "Content-Length": undefined }).replace("\n\n", "\n|\n\n"),
      "Content-Length, Content-Length",
    );
  });

  test("the host of an absolute target", () => {
    assert.match(taken(`POST http://a.example:81/s HTTP/1.1\n|\n\n${envelope12}`, required), /\nHost: a\.example:81\n/);
  });

  test("where there is no body yet, the count is asked for at sending", () => {
    const text = taken("POST /s HTTP/1.1\n|", required);
    assert.match(text, /\nContent-Length: \{\{\$contentLength\}\}$/);
    assert.deepEqual(
      findingsIn(text).map(({ code }) => code),
      ["xml-missing"],
    );
  });
});

suite("completion: values of headers", () => {
  const value = (name: string, typed: string, body = envelope12) => request({ [name]: typed }, body);

  test("Content-Type fits the envelope, and the charset that governs", () => {
    assert.deepEqual(labelsAt(value("Content-Type", "|")), ["application/soap+xml; charset=utf-8"]);
    assert.deepEqual(labelsAt(value("Content-Type", "|", envelope11)), ["text/xml; charset=utf-8"]);
    const declared = `<?xml version="1.0" encoding="iso-8859-1"?>${envelope12}`;
    assert.deepEqual(labelsAt(value("Content-Type", "|", declared)), ["application/soap+xml; charset=iso-8859-1"]);
    assert.equal(labelsAt("POST /s HTTP/1.1\nContent-Type: |").length, 2);
  });

  test("all of the value is replaced, and a missing space is written", () => {
    expectTaken(
      value("Content-Type", "text/x|ml"),
      "application/soap+xml; charset=utf-8",
      value("Content-Type", "application/soap+xml; charset=utf-8"),
    );
    const file = request().replace("Content-Type: application/soap+xml; charset=utf-8", "Content-Type:|");
    expectTaken(file, "application/soap+xml; charset=utf-8", request());
  });

  test("parameters of the media type, and their values", () => {
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

  test("action is what the message says elsewhere that it is for", () => {
    const action = '<a:Action xmlns:a="http://www.w3.org/2005/08/addressing">urn:add</a:Action>';
    const body = envelope12.replace("<s:Body/>", `<s:Header>${action}</s:Header><s:Body/>`);
    const type = (rest: string) => value("Content-Type", `application/soap+xml; charset=utf-8; ${rest}`, body);
    expectTaken(type("action=|"), "urn:add", type('action="urn:add"'));
    expectTaken(type('action="|"'), "urn:add", type('action="urn:add"'));
    expectTaken(value("SOAPAction", "|", body), '"urn:add"', value("SOAPAction", '"urn:add"', body));
  });

  test("SOAPAction: what the file's other requests have, and an empty one", () => {
    const file = `${request11({ SOAPAction: '"urn:b"' })}\n### next\n${request11({ SOAPAction: "|" })}`;
    assert.deepEqual(labelsAt(file), ['"urn:b"', '""']);
  });

  test("Content-Length: the count as it is, and what asks for it at sending", () => {
    assert.deepEqual(labelsAt(value("Content-Length", "|")), ["84", "{{$contentLength}}"]);
    assert.deepEqual(labelsAt(value("Content-Length", "9|9")), ["84", "{{$contentLength}}"]);
    expectClean(taken(value("Content-Length", "9|9"), "84"));
    assert.deepEqual(labelsAt("POST /s HTTP/1.1\nContent-Length: |"), ["{{$contentLength}}"]);
  });

  test("Host: that of the target, those of other requests", () => {
    const file = `${request({ Host: "{{b}}" })}\n### next\nPOST http://a/s HTTP/1.1\nHost: |`;
    assert.deepEqual(labelsAt(file), ["a", "{{b}}"]);
  });

  test("Accept, Connection, Expect, Accept-Encoding: the words that standards list", () => {
    expectOffered(value("Accept", "|"), "application/soap+xml", "text/xml", "*/*");
    assert.deepEqual(labelsAt(value("Connection", "|")), ["close", "keep-alive"]);
    assert.deepEqual(labelsAt(value("Expect", "1|")), ["100-continue"]);
    expectTaken(value("Accept-Encoding", "gzip, de|"), "deflate", value("Accept-Encoding", "gzip, deflate"));
    expectTaken(value("Accept", "text/xml, |"), "*/*", value("Accept", "text/xml, */*"));
  });

  test("Authorization: schemes, but not behind one", () => {
    assert.deepEqual(labelsAt(value("Authorization", "|")), ["Basic", "Bearer", "Digest", "Negotiate", "NTLM"]);
    expectNothing(value("Authorization", "Basic dTp|"));
  });

  test("what other requests have in the same header", () => {
    const file = `${request({ "X-Key": "abc" })}\n### next\n${request({ "x-key": "|" })}`;
    expectTaken(file, "abc", file.replace("|", "abc"));
    assert.deepEqual(labelsAt(`${request({ "X-Key": "abc" })}\n### next\n${request({ "X-Other": "|" })}`), []);
  });

  test("headers of the parts of a multipart body", () => {
    const type = 'multipart/related; boundary=b; type="application/xop+xml"; start-info="application/soap+xml"';
    const part = (head: string) => request({ "Content-Type": type }, `--b\n${head}\n\n${envelope12}\n--b--`);
    expectOffered(part("Content-Type: application/xop+xml\n|"), "Content-Transfer-Encoding", "Content-ID");
    expectNotOffered(part("Content-Type: application/xop+xml\n|"), "Content-Type", "Host");
    const coding = part("Content-Transfer-Encoding: b|");
    expectTaken(coding, "binary", coding.replace("b|\n", "binary\n"));
    expectOffered(part("X: y").replace("<s:Body/>", "<|"), "s:Body", "s:Header");
  });
});

suite("completion: above the request", () => {
  test("directives, with what they need", () => {
    expectTaken("# @ti|\nGET / HTTP/1.1", "@timeout", "# @timeout 30s\nGET / HTTP/1.1");
    expectTaken("#|", "@name", "# @name ");
    expectTaken("// |", "@no-redirect", "// @no-redirect");
    expectTaken("# @sch|eme", "@scheme", "# @scheme https");
  });

  test("values of directives", () => {
    assert.deepEqual(labelsAt("# @scheme |"), ["https", "http"]);
    expectTaken("# @ignore host-missing soap|", "soapaction-missing", "# @ignore host-missing soapaction-missing");
    expectNothing("# @name |");
  });

  test("### at the start of a line", () => {
    expectTaken("#|", "###", "### ");
    expectTaken("@a = 1\n##|", "###", "@a = 1\n### ");
    expectNotOffered("# |", "###");
    expectNothing("### ti|tle");
  });

  test("a comment brings nothing while it is typed", () => {
    expectNothing("# |", { trigger: " " });
    expectNothing("# some words|");
  });

  test("variables that are used and not defined", () => {
    const file = `@|\n\n${request({ Host: "{{host}}" })}`;
    assert.deepEqual(labelsAt(file), ["host", "name = value"]);
    expectTaken(file, "host", file.replace("@|", "@host = "));
    expectTaken("@|", "name = value", "@name = value");
  });
});

suite("completion: variables", () => {
  const file = (text: string) => `@base = h:81\n@name = x\n\n${text}`;

  test("with their present values, in target, header and body", () => {
    const items = completionsAt(file(request({ Host: "{{|" })));
    assert.deepEqual(
      items.slice(0, 2).map(({ label, note }) => `${label} ${note}`),
      ["base h:81", "name x"],
    );
    expectOffered(file(request({}, envelope12, "POST /{{|")), "base", "name");
    expectOffered(file(request({}, envelope12.replace("<s:Body/>", "<s:Body>{{na|</s:Body>"))), "base", "name");
    expectOffered(file("@x = {{|"), "base", "name");
  });

  test("the closing braces are written, or taken over", () => {
    expectTaken(file(request({ Host: "{{|" })), "base", file(request({ Host: "{{base}}" })));
    expectTaken(file(request({ Host: "{{ba|}}" })), "base", file(request({ Host: "{{base}}" })));
    expectTaken(file(request({ Host: "{{ba|xx}}/y" })), "base", file(request({ Host: "{{base}}/y" })));
  });

  test("built-in ones, where they have a value", () => {
    expectOffered(request({ "Content-Length": "{{$|" }), "$contentLength");
    expectNotOffered(request({ Host: "{{$|" }), "$nothing");
  });

  test("not in comments, names and directives; not behind one brace", () => {
    expectNothing(file(`# {{|\n${request()}`));
    expectNotOffered(file(request().replace("Host", "{{|")), "base");
    expectNotOffered(file(request({ Host: "{|" })), "base");
    expectNotOffered(file(request({ Host: "{{a}}|" })), "base");
  });
});
