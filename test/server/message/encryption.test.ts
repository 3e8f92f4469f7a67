import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { ReadContent } from "../../../server/src/evaluation/readContent.ts";
import { hostCertificates } from "../../../server/src/resources/keys.ts";
import { canonicalBytes, exclusiveC14n } from "../../../server/src/security/c14n.ts";
import { blockCiphers, transports } from "../../../server/src/security/encryption/ciphers.ts";
import { decryptMessage } from "../../../server/src/security/encryption/decrypt.ts";
import { encryptionOptions, readEncryptionOptions } from "../../../server/src/security/encryption/encryptionOptions.ts";
import { analyze, diagnose, requestAt } from "../../../server/src/service/languageService.ts";
import { decryptedResponse, decryptionKeys } from "../../../server/src/testing/decryptedResponse.ts";
import { verifyResponse } from "../../../server/src/testing/responseSignatures.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { elements, textContent } from "../../../server/src/xml/query.ts";
import { labelsAt } from "../../support/completions.ts";
import { around } from "../../support/resolver.ts";
import { request, secured, signedMessage, testCompute, testKeys, timestamp, token } from "../../support/signing.ts";

const head = "Content-Length: {{$contentLength}}\n";
const payload = '<m:Add>\n  <m:a t="ü">1 &lt; 2</m:a>\n</m:Add>';
const userToken =
  '<wsse:UsernameToken wsu:Id="UT"><wsse:Username>ann</wsse:Username><wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">hush</wsse:Password></wsse:UsernameToken>';
const certified = `${timestamp}${token("me")}`;

/** What is sent, without findings, and what our own decryption reads in it. */
async function sent(text: string) {
  const analysis = analyze(text, undefined, around({ keys: testKeys }));
  assert.deepEqual(
    diagnose(analysis)
      .filter(({ severity }) => severity !== "hint")
      .map(({ message }) => message),
    [],
  );
  const sample = requestAt(analysis, 0)?.message.bodyLength;
  const { body, errors, outgoing } = await signedMessage(text);
  assert.deepEqual(errors, []);
  assert.equal(outgoing.body.length, sample);
  const length = outgoing.fields.find(({ name }) => name === "Content-Length")?.value;
  assert.equal(Number(length), outgoing.body.length);
  const decrypted = await decryptMessage(parseXml(body), decryptionKeys(testKeys), testCompute);
  assert.ok(decrypted, body);
  assert.deepEqual(
    decrypted.parts.filter(({ failure }) => failure),
    [],
  );
  return { body, plain: decrypted.text, parts: decrypted.parts.map(({ part }) => part) };
}

/** Whether the digests in a text are those of what they refer to. */
function digestsHold(text: string): boolean {
  const document = parseXml(text);
  assert.deepEqual(document.problems, []);
  const all = [...elements(document)];
  const attribute = (local: string, ...names: readonly string[]) =>
    all.flatMap((one) =>
      one.local === local || local === "*"
        ? one.attributes.flatMap(({ name, valueStart, valueEnd }) =>
            names.includes(name) ? [{ element: one, value: text.slice(valueStart, valueEnd) }] : [],
          )
        : [],
    );
  const values = all.filter(({ local }) => local === "DigestValue").map((one) => textContent(document, one));
  const references = attribute("Reference", "URI").filter(({ element }) => element.prefix === "ds");
  assert.ok(values.length > 0);
  assert.equal(values.length, references.length);
  return references.every(({ value }, index) => {
    const [target] = attribute("*", "wsu:Id", "Id").filter((one) => `#${one.value}` === value);
    const form = target && canonicalBytes(document, target.element, exclusiveC14n);
    return form !== undefined && createHash("sha256").update(form).digest("base64") === values[index];
  });
}

suite("encrypted parts of a request", () => {
  for (const algorithm of blockCiphers.keys())
    for (const key of transports.keys())
      test(`Our own decryption reads what $encrypted writes with ${algorithm} and ${key}`, async () => {
        const text = request(secured(`{{$encrypted me algorithm=${algorithm} key=${key}}}`, { body: payload }), head);
        const { body, plain, parts } = await sent(text);
        assert.ok(!body.includes("1 &lt; 2"));
        assert.ok(plain.includes(`>${payload.replace("<m:Add>", '<m:Add xmlns:m="urn:m">')}</soap:Body>`), plain);
        assert.deepEqual(parts, ["Body"]);
      });

  test("Our own decryption reads each pair of hashes of rsa-oaep, and each form of the recipient", async () => {
    const options = ["sha1", "sha256", "sha384", "sha512"].flatMap((digest) =>
      ["sha1", "sha512"].map((mgf) => `key=rsa-oaep digest=${digest} mgf=${mgf}`),
    );
    const forms = encryptionOptions.find(({ name }) => name === "keyInfo")?.choices ?? [];
    for (const option of [...options, ...forms.map((form) => `keyInfo=${form}`)]) {
      const { plain } = await sent(request(secured(`${token("me")}{{$encrypted me ${option}}}`), head));
      assert.ok(plain.includes("<m:a>1</m:a>"), option);
    }
  });

  test("Elements, contents, a header block and a computed signature are encrypted, and nothing else", async () => {
    const block = '<m:To wsu:Id="To" soap:mustUnderstand="1">you</m:To>';
    const security = `${certified}${userToken}{{$encrypted me parts="UsernameToken To Signature #a Timestamp/node()"}}{{$signature me parts="Body To UsernameToken"}}`;
    const { body, plain, parts } = await sent(
      request(secured(security, { header: block, body: '<m:Add><m:a wsu:Id="a">1</m:a><m:b>2</m:b></m:Add>' }), head),
    );
    assert.deepEqual(parts.toSorted(), ["Signature", "Timestamp", "To", "UsernameToken", "a"]);
    for (const hidden of ["hush", ">you<", "SignatureValue", "<m:a", "wsu:Created"]) assert.ok(!body.includes(hidden));
    assert.ok(body.includes("<m:b>2</m:b>") && body.includes('<wsu:Timestamp wsu:Id="TS"><xenc:EncryptedData'));
    assert.match(body, /<wsse11:EncryptedHeader [^>]*wsu:Id="To"[^>]* soap:mustUnderstand="1"><xenc:EncryptedData/);
    for (const shown of ["hush", ">you<", "<wsu:Created "]) assert.ok(plain.includes(shown), shown);
    assert.ok(digestsHold(plain));
  });

  test("Above a signature, the plain text is signed; below it, the encrypted text", async () => {
    for (const parts of ["Body", "UsernameToken", "Body UsernameToken"]) {
      const encrypted = `{{$encrypted me parts="${parts}"}}`;
      const signature = '{{$signature me parts="Body Timestamp UsernameToken"}}';
      const first = await sent(request(secured(`${certified}${userToken}${encrypted}${signature}`), head));
      assert.ok(digestsHold(first.plain), parts);
      assert.ok(!digestsHold(first.body), parts);
      const last = await sent(request(secured(`${certified}${userToken}${signature}${encrypted}`), head));
      assert.ok(digestsHold(last.body), parts);
    }
  });

  test("Between two encryptions, a signature covers what the lower one encrypted and the upper one encrypts later", async () => {
    const security = `${certified}${userToken}{{$encrypted me parts="UsernameToken"}}{{$signature me parts="Body UsernameToken"}}{{$encrypted me}}`;
    const { body, parts } = await sent(request(secured(security), head));
    assert.deepEqual(parts.toSorted(), ["Body", "UsernameToken"]);
    const keys = [...body.matchAll(/<xenc:EncryptedKey [^>]*Id="([^"]*)"/g)].map(([, id]) => id);
    assert.deepEqual(keys, ["EK-1", "EK-2"]);
    const ids = [...body.matchAll(/<xenc:EncryptedData [^>]*Id="([^"]*)"/g)].map(([, id]) => id);
    assert.deepEqual(ids.toSorted(), ["ED-1", "ED-2"]);
  });

  test("A signature in the payload is computed before it is encrypted", async () => {
    const { plain } = await sent(
      request(
        secured("{{$encrypted me}}", { body: '<m:o Id="o"><m:n>5</m:n>{{$signature me prefix=ds}}</m:o>' }),
        head,
      ),
    );
    assert.match(plain, /<ds:SignatureValue>[^A<]/);
  });

  test("An empty Body, and one with only text, are encrypted", async () => {
    const { plain } = await sent(request(secured("{{$encrypted me}}", { body: "" }), head));
    assert.match(plain, /<soap:Body wsu:Id="Body"><\/soap:Body>/);
    const empty = secured("{{$encrypted me}}").replace(/(<soap:Body[^>]*)>[\s\S]*<\/soap:Body>/, "$1/>");
    const { body } = await sent(request(empty, head));
    assert.match(body, /<soap:Body wsu:Id="Body"><xenc:EncryptedData .*<\/xenc:EncryptedData><\/soap:Body>/);
  });

  test("$this has its value from the plain text", async () => {
    const body = "<m:Add><m:a>1</m:a></m:Add>{{$this.//*:a | sha256 | hex}}"
      .replace("</m:Add>{", "<m:h>{")
      .concat("</m:h></m:Add>");
    const { plain } = await sent(request(secured("{{$encrypted me}}", { body }), head));
    assert.ok(plain.includes(createHash("sha256").update("1").digest("hex")));
  });

  test("Each sending has another key and another ciphertext", async () => {
    const text = request(secured("{{$encrypted me}}"), head);
    const [first, second] = [(await sent(text)).body, (await sent(text)).body];
    const values = (body: string) => [...body.matchAll(/<xenc:CipherValue>([^<]*)/g)].map(([, value]) => value);
    assert.equal(values(first).length, 2);
    for (const value of values(first)) assert.ok(!values(second).includes(value));
  });

  /** A multipart request of which an attachment is encrypted. */
  const withAttachment = (security: string, typed: string, content: string) =>
    `POST /s HTTP/1.1\nHost: h\nContent-Type: multipart/related; boundary="b"; type="text/xml"\nSOAPAction: ""\n${head}\n--b\nContent-Type: text/xml; charset=utf-8\n\n${secured(security)}\n--b\nContent-Type: ${typed}\nContent-ID: <p>\n\n${content}\n--b--\n`.replaceAll(
      "\n",
      "\r\n",
    );

  /** What is sent of a multipart request, and what we receive of it if it is a response. */
  async function sentAttachment(text: string) {
    const analysis = analyze(text, undefined, around({ keys: testKeys }));
    const problems = diagnose(analysis).filter(({ severity }) => severity === "error" || severity === "warning");
    assert.deepEqual(
      problems.map(({ message }) => message),
      [],
    );
    const { outgoing, errors } = await signedMessage(text);
    assert.deepEqual(errors, []);
    assert.equal(outgoing.body.length, requestAt(analysis, 0)?.message.bodyLength);
    const received = { fields: outgoing.fields, body: outgoing.body };
    const response = await decryptedResponse(received, { keys: decryptionKeys(testKeys), compute: testCompute });
    const verified = await verifyResponse(response, hostCertificates(testKeys), new Date());
    const bytes = new ReadContent(received).attachments.get("p")?.bytes() ?? new Uint8Array(0);
    return { response, verified, bytes, text: Buffer.from(outgoing.body).toString("latin1") };
  }

  for (const [order, items] of [
    ["signed, then encrypted", ['{{$encrypted me parts="cid:p" OPTIONS}}', '{{$signature me parts="Body cid:p"}}']],
    ["encrypted, then signed", ['{{$signature me parts="Body cid:p"}}', '{{$encrypted me parts="cid:p" OPTIONS}}']],
  ] as const)
    test(`An attachment is ${order}, and as a response decrypted and verified in that order`, async () => {
      for (const [typed, content, options] of [
        ["application/octet-stream", '{{$concat "Grüße" | gzip}}', 'mimeType="application/gzip"'],
        ["text/plain; charset=utf-8", 'Grüße {{$concat "a" "b"}}\n5', "algorithm=aes128-cbc"],
        ["application/octet-stream", "<x b='2' a=\"1\"><!-- c --></x>", 'mimeType="text/xml" key=rsa-oaep'],
      ] as const) {
        const security = `${token("me")}${items.join("").replace("OPTIONS", options)}`;
        const { response, verified, bytes, text } = await sentAttachment(withAttachment(security, typed, content));
        const { parts } = response.decryption ?? { parts: [] };
        assert.deepEqual(
          parts.map(({ part, failure }) => [part, failure]),
          [["cid:p", undefined]],
        );
        const received = new ReadContent(response);
        const plain = response.decryption?.attachments(received.attachments).get("p");
        const type = /mimeType="([^"]*)"/.exec(options)?.[1] ?? "text/plain";
        assert.equal(plain?.type, type);
        assert.match(text, new RegExp(`MimeType="${type}"`));
        const decoded = Buffer.from(plain?.bytes() ?? []);
        const expected = content.startsWith("{{") ? "Grüße" : content.replace(/\{\{.*\}\}/, "ab").replace("\n", "\r\n");
        assert.equal((content.startsWith("{{") ? gunzipSync(decoded) : decoded).toString(), expected);
        assert.ok(!Buffer.from(bytes).includes(decoded.subarray(-4)));
        assert.deepEqual(
          verified.signatures.map(({ state }) => state.kind),
          ["valid"],
          content,
        );
      }
    });

  test("The parts of the body are suggested for parts, besides the root", () => {
    for (const variable of ["encrypted", "signature"]) {
      const text = withAttachment(`{{$${variable} me parts="|"}}`, "text/plain", "5");
      const root = text.replace("charset=utf-8\r\n\r\n", "charset=utf-8\r\nContent-ID: <root>\r\n\r\n");
      assert.deepEqual(
        labelsAt(root).filter((label) => label.startsWith("cid:")),
        ["cid:p"],
      );
    }
  });

  test("The request before the encryption has the plain text, the key and the attachments", async () => {
    const { outgoing } = await signedMessage(
      request(secured("{{$encrypted me}}{{$signature me keyInfo=IssuerSerial}}"), head),
    );
    const plain = new TextDecoder().decode(outgoing.bodyBeforeEncryption);
    assert.match(
      plain,
      /<xenc:EncryptedKey .*<ds:SignatureValue>(?!AAAA)[^<].*<soap:Body wsu:Id="Body"><m:Add><m:a>1<\/m:a>/s,
    );
    assert.ok(digestsHold(plain));
    const security = '{{$encrypted me parts="cid:p Body"}}';
    const attached = withAttachment(security, "text/plain", '{{$concat "Grüße" | gzip}}');
    const sentPart = (await signedMessage(attached)).outgoing;
    const before = Buffer.from(sentPart.bodyBeforeEncryption ?? []);
    const packed = before.subarray(before.indexOf("<p>\r\n\r\n") + 7, before.lastIndexOf("\r\n--b--"));
    assert.equal(gunzipSync(packed).toString(), "Grüße");
    const open = await signedMessage(request(secured("{{$signature me keyInfo=IssuerSerial}}"), head));
    assert.equal(open.outgoing.bodyBeforeEncryption, undefined);
  });

  test("Each option is in the docs and in suggestions, and each of its values is read", () => {
    const docs = readFileSync("docs/encryption.md", "utf8").split("\n");
    for (const { name, choices = [], several } of encryptionOptions) {
      const row = docs.find((line) => line.startsWith("| `") && line.split("|")[1]?.includes(`\`${name}\``));
      assert.ok(row !== undefined, `The docs have no row ${name}.`);
      for (const choice of choices) assert.ok(`${row}${docs.join("")}`.includes(`\`${choice}\``), choice);
      assert.ok(labelsAt(request(secured("{{$encrypted me |}}"))).includes(name));
      const quote = several ? '"' : "";
      const offered = labelsAt(request(secured(`{{$encrypted me ${name}=${quote}|${quote}}}`)));
      for (const choice of several ? ["Body"] : choices) assert.ok(offered.includes(choice), choice);
      for (const choice of choices)
        assert.deepEqual(readEncryptionOptions(`$encrypted me ${name}=${choice}`).problems, [], choice);
      if (choices.length === 0) continue;
      const [problem] = readEncryptionOptions(`$encrypted me ${name}=misspelled`).problems;
      assert.equal(problem?.kind, "choice");
    }
  });
});
