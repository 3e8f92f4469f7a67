import assert from "node:assert/strict";
import {
  analyze,
  computedOutgoing,
  diagnose,
  fixesOf,
  messagesOf,
  requestAt,
} from "../../../../server/src/service/languageService.ts";
import { lines, plainText, snippet, snippetSyntax, stop } from "../../../../server/src/text/snippet.ts";
import { completionsAt, expectTaken, labelsAt, taken } from "../../../support/completions.ts";
import { expectClean, request, request11 } from "../../../support/findings.ts";
import { fixedSending } from "../../../support/outgoing.ts";
import { around } from "../../../support/resolver.ts";
import { testCompute, testKeys } from "../../../support/signing.ts";

const whole = [
  "SOAP 1.2 request",
  "SOAP 1.1 request",
  "GET request for a WSDL",
  "SOAP 1.2 request with WS-Addressing",
  "SOAP 1.1 request with WS-Security",
  "SOAP 1.2 request with WS-Security",
  "MTOM request",
  "OAuth 2 token, and a request with it",
  "HMAC of several values",
  "Signed document as Base64",
  "WS-Trust: token with user name",
  "Token of an STS, and a request with it",
  "SAML assertion of your own (IHE XUA)",
];

suite("the syntax of snippets", () => {
  test("a snippet escapes text that looks like a placeholder", () => {
    const text = snippet`{{$contentLength}} \\ ${stop(1, "a}$b")}`;
    assert.equal(snippetSyntax(text), `{{\\$contentLength\\}\\} \\\\ \${1:a\\}\\$b}`);
    assert.equal(plainText(text), "{{$contentLength}} \\ a}$b");
  });

  test("a snippet supports empty placeholders and choices", () => {
    assert.equal(snippetSyntax(snippet`<a>${stop(0)}</a>`), "<a>$0</a>");
    assert.equal(snippetSyntax(snippet`${stop(1, "a,b", "c|d")}`), `\${1|a\\,b,c\\|d|}`);
    assert.equal(snippetSyntax(snippet`${stop(1, "a", "")}${stop(2, "", "b")}`), `\${1:a}$2`);
    assert.equal(plainText(snippet`${stop(1, "a", "b")}`), "a");
  });

  test("a snippet turns a tab into a level of indentation", () => {
    assert.equal(plainText(lines(["a", snippet`\tb${stop(0)}`])), "a\n  b");
  });
});

suite("completion of variables", () => {
  test("variables of the file come before built-in variables", () => {
    const offered = completionsAt("@zone = 1\n### a\nPOST /{{|}} HTTP/1.1\n");
    assert.deepEqual(offered.map(({ label, order }) => `${order} ${label}`).toSorted()[0], "0 zone");
    assert.ok(offered.some(({ label }) => label === "$guid"));
    assert.ok(offered.every(({ label, order }) => order === 0 || label.startsWith("$")));
    assert.ok(offered.every(({ label, order }) => order === 1 || !label.startsWith("$")));
  });
});

suite("completion of whole requests", () => {
  for (const place of ["|", "### one\n|", "### one\n# @name a\n@x = 1\n\n|", "soa|", "### one\npo|"]) {
    test(`whole requests are offered at ${JSON.stringify(place)}`, () => {
      const offered = labelsAt(place);
      const missing = whole.filter((label) => !offered.includes(label));
      assert.deepEqual(missing, []);
    });
  }

  for (const label of whole.filter((one) => !one.startsWith("MTOM"))) {
    test(`${label} is correct with LF and with CRLF`, () => {
      const text = taken("|", label);
      expectClean(text);
      expectClean(text.replaceAll("\n", "\r\n"));
      expectClean(taken("|", label).replace(/\{\{\$(guid|datetime)[^}]*\}\}/g, "urn:x"));
    });
  }

  test("MTOM request is correct with CRLF, which it asks for", () => {
    expectClean(taken("|", "MTOM request").replaceAll("\n", "\r\n"));
    const lineEnds = (source: string) => completionsAt(source).find(({ label }) => label === "MTOM request")?.lineEnds;
    assert.equal(lineEnds("|"), "\r\n");
    assert.equal(lineEnds("# x\r\n|"), undefined);
    // CRLF would make the length of the other body wrong.
    assert.equal(lineEnds(`${request()}\n### next\n|`), undefined);
  });

  for (const label of whole) {
    test(`${label} is sent with its correct length`, async () => {
      const text = taken("|", label).replaceAll("\n", "\r\n");
      const analysis = analyze(text, undefined, around({ keys: testKeys }));
      const [message] = messagesOf(analysis);
      assert.ok(message);
      const sent = await computedOutgoing(analysis, message, { ...fixedSending, secret: () => "p" }, testCompute);
      assert.ok(sent.kind === "message", JSON.stringify(sent));
      const length = /^Content-Length: (.*)$/m.exec(sent.outgoing.head)?.[1];
      assert.equal(length?.trim(), label.startsWith("GET") ? undefined : String(sent.outgoing.body.length));
    });
  }

  test("the signature of a whole request is of the first key that signs", () => {
    const resolver = around({ keys: { ...testKeys, names: () => ["root", "ec256"] } });
    assert.match(taken("|", "Signed document as Base64", { resolver }), /\{\{\$signature ec256\}\}/);
  });

  test("all whole requests are correct together in one file", () => {
    const text = whole.reduce(
      (before, label) => `${taken(`${before.replaceAll("|", "¦")}### ${label}\n|`, label).replaceAll("¦", "|")}\n`,
      "",
    );
    expectClean(text.replaceAll("\n", "\r\n"));
    // Those for a token also write a request that uses it.
    const requests = analyze(text).document.segments.filter(({ segment }) => segment.message);
    assert.equal(requests.length, whole.length + 2);
  });

  test("whole requests use the host of another request as typed", () => {
    const file = `@b = h:81\n\n${request({ Host: "{{b}}" })}\n### next\n|`;
    assert.match(taken(file, "SOAP 1.1 request"), /### next\nPOST \/service HTTP\/1\.1\nHost: \{\{b\}\}\n/);
  });

  test("whole requests use variables for times and IDs", () => {
    assert.match(taken("|", "SOAP 1.2 request with WS-Addressing"), /urn:uuid:\{\{\$guid\}\}/);
    assert.match(taken("|", "SOAP 1.2 request with WS-Security"), /\{\{\$wsu\.expires 5 m\}\}/);
  });

  test("whole requests include a separator after a body", () => {
    for (const typed of ["|", "soap|", "#|", "##|"]) {
      const text = taken(`${request()}\n${typed}`, "### SOAP 1.1 request");
      expectClean(text);
      assert.match(text, /<\/s:Envelope>\n### SOAP 1\.1 request\nPOST /);
    }
    expectTaken(`${request()}\n#|`, "###", `${request()}\n### `);
  });

  test("whole requests aren't offered inside a request", () => {
    for (const source of [request().replace("Host", "|Host"), request().replace("/s", "/s|"), `${request()}|`]) {
      assert.ok(!labelsAt(source).some((label) => whole.includes(label.replace("### ", ""))), source);
    }
    assert.ok(!labelsAt(`|\n${request()}`).some((label) => whole.includes(label)));
  });
});

suite("completion of parts of an envelope", () => {
  const soap12 = "http://www.w3.org/2003/05/soap-envelope";
  const asking = { "Content-Length": "{{$contentLength}}" };
  const with12 = (content: string, prefix = "s:") =>
    request(
      asking,
      `<${prefix}Envelope xmlns${prefix === "" ? "" : ":s"}="${soap12}">\n${content}\n</${prefix}Envelope>`,
    );
  const with11 = (content: string) =>
    request11(asking, with12(content).split("\n\n")[1]?.replace(soap12, "http://schemas.xmlsoap.org/soap/envelope/"));

  test("completion inserts header blocks into a Header of both versions", () => {
    for (const label of ["WS-Addressing header blocks", "WS-Security: user and timestamp"]) {
      for (const place of ["|", "<|", "ws|"]) {
        expectClean(taken(with12(`<s:Header>\n${place}\n</s:Header>\n<s:Body/>`), label));
        expectClean(taken(with11(`<s:Header>\n${place}\n</s:Header>\n<s:Body/>`), label));
      }
    }
  });

  test("completion inserts a Header with header blocks if there is none", () => {
    for (const label of ["Header with WS-Addressing", "Header with WS-Security"]) {
      expectClean(taken(with12("|\n<s:Body/>"), label));
      expectClean(taken(with11("<|\n<s:Body/>"), label));
      expectClean(taken(with12("|\n<Body/>", ""), label));
      assert.ok(!labelsAt(with12("<s:Body/>\n|")).includes(label));
      assert.ok(!labelsAt(with12("<s:Header/>|\n<s:Body/>")).includes(label));
    }
  });

  test("completion uses declared prefixes", () => {
    const declared = ' xmlns:a="http://www.w3.org/2005/08/addressing"';
    const text = taken(with12(`<s:Header${declared}>\n|\n</s:Header><s:Body/>`), "WS-Addressing header blocks");
    assert.match(text, /<a:Action s:mustUnderstand="true">/);
    expectClean(text);
    const taken2 = taken(
      with12('<s:Header xmlns:wsa="urn:other">\n|\n</s:Header><s:Body/>'),
      "WS-Addressing header blocks",
    );
    assert.match(taken2, /<wsa1:Action xmlns:wsa1=/);
    expectClean(taken2);
  });

  const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
  const security = (attributes = ' s:mustUnderstand="true"') =>
    `<s:Header><w:Security xmlns:w="${wsse}"${attributes}>\n|\n</w:Security></s:Header><s:Body/>`;
  test("completion inserts tokens and timestamps into a Security block, and with one into a Header", () => {
    for (const label of ["UsernameToken (text)", "UsernameToken (digest)", "Timestamp"]) {
      expectClean(taken(with12(security()), label));
      expectClean(taken(with12("<s:Header>|</s:Header><s:Body/>"), label));
      expectClean(taken(with11("<s:Header>|</s:Header><s:Body/>"), label));
      expectClean(taken(with12("<Header>|</Header><Body/>", ""), label));
    }
  });

  test("completion computes the parts of a digest when the request is sent", () => {
    const text = taken(with12(security()), "UsernameToken (digest)");
    assert.match(text, /^@password = \{\{\$secret password\}\}\nPOST/);
    assert.match(text, /#PasswordDigest">\{\{\$wsse\.digest password\}\}<\/w:Password>/);
    assert.match(text, /#Base64Binary">\{\{\$wsse\.nonce\}\}<\/w:Nonce>\s*<wsu:Created>\{\{\$wsse\.created\}\}</);
  });

  test("completion inserts a certificate and a signature at the end of wsse:Security", () => {
    const text = taken(with12("<s:Header>|</s:Header><s:Body/>"), "Signature");
    assert.match(text, /<wsu:Timestamp wsu:Id="TS">/);
    assert.match(
      text,
      /X509v3">\{\{\$certificate me\}\}<\/wsse:BinarySecurityToken>\s*\{\{\$signature me\}\}\s*<\/wsse:Sec/,
    );
  });

  for (const label of ["Signature", "Assertion"]) {
    test(`completion inserts ${label} without a finding, with the first key that can sign and the ids of what it signs`, () => {
      const resolver = around({ keys: testKeys });
      for (const source of [
        with12("<s:Header>|</s:Header><s:Body/>"),
        with11("<s:Header>|</s:Header><s:Body/>"),
        with12(security()),
      ]) {
        const text = taken(source, label, { resolver });
        assert.match(text, /<s:Body .*wsu:Id="Body"\/>/);
        const codes = diagnose(analyze(text, undefined, resolver)).map(({ code }) => code);
        assert.deepEqual(codes, [], text);
      }
    });
  }

  test("an assertion by completion is signed, and its holder has signed the Body and the Timestamp", async () => {
    const resolver = around({ keys: testKeys });
    const text = taken(with12("<s:Header>|</s:Header><s:Body/>"), "Assertion", { resolver });
    const analysis = analyze(text, undefined, resolver);
    const message = requestAt(analysis, text.length);
    assert.ok(message);
    const made = await computedOutgoing(analysis, message, fixedSending, testCompute);
    assert.ok(made.kind === "message");
    const body = new TextDecoder().decode(made.outgoing.body);
    const [, id] = /<saml2:Assertion [^>]*ID="(_[^"]+)"/.exec(body) ?? [];
    const references = [...body.matchAll(/ URI="#([^"]*)"/g)].map(([, uri]) => uri);
    assert.deepEqual(references, [id, "Body", "TS"]);
    assert.equal(/SAMLID">([^<]*)</.exec(body)?.[1], id);
  });

  test("Completion inserts an encrypted Body into wsse:Security, and with it into a Header, without a finding", () => {
    const resolver = around({ keys: { ...testKeys, find: () => testKeys.find("me") } });
    for (const source of [with12("<s:Header>|</s:Header><s:Body/>"), with12(security())]) {
      const text = taken(source, "Encrypted Body", { resolver });
      assert.match(text, /Security[^>]*>\s*\{\{\$encrypted service\}\}\s*<\/w/);
      const messages = diagnose(analyze(text, undefined, resolver)).map(({ message }) => message);
      assert.deepEqual(messages, [], text);
    }
  });

  test("a signature with a key that isn't there has one finding, whose fix asks for the file of the key", () => {
    const resolver = around({
      keys: { ...testKeys, names: () => [], find: (name) => ({ kind: "missing", why: `No ${name}.` }) },
    });
    const analysis = analyze(
      taken(with12("<s:Header>|</s:Header><s:Body/>"), "Signature", { resolver }),
      undefined,
      resolver,
    );
    const findings = diagnose(analysis);
    const problems = findings.map(({ code, message }) => [code, message]);
    assert.deepEqual(problems, [["variable-undefined", "No me."]]);
    assert.deepEqual(
      findings.flatMap((finding) => fixesOf(analysis, finding)).map(({ title, chooseKey }) => [title, chooseKey]),
      [['Choose File for Key "me"…', "me"]],
    );
  });

  test("completion inserts a Fault, which is correct except for the hint in a request", () => {
    for (const source of [
      with12("<s:Body>|</s:Body>"),
      with11("<s:Body>\n<|\n</s:Body>"),
      with12("<Body>|</Body>", ""),
    ]) {
      const text = taken(source, "Fault with all its parts");
      const codes = requestAt(analyze(text), 0)?.errors.map(({ code }) => code);
      assert.deepEqual(codes, [], text);
    }
    assert.ok(!labelsAt(with12("<s:Body><a/>|</s:Body>")).includes("Fault with all its parts"));
  });
});
