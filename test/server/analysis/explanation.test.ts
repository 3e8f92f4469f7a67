import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { analyze, explanation, requestAt, type Sending } from "../../../server/src/service/languageService.ts";
import { request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around } from "../../support/resolver.ts";
import { request as secure, secured, testCompute, testKeys, timestamp } from "../../support/signing.ts";

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

/** How the values of the last request of a text are computed. */
async function explained(text: string, given: Partial<Sending> = {}): Promise<string> {
  const analysis = analyze(text, undefined, around({ keys: testKeys }));
  const info = requestAt(analysis, text.length);
  assert.ok(info);
  const made = explanation(analysis, info, { ...fixedSending, ...given });
  return made.kind === "explained" ? made.text(testCompute) : `secrets: ${made.names.join(", ")}`;
}

const of = (definitions: string, body: string, given?: Partial<Sending>) =>
  explained(`${definitions}\n\n${request({}, body)}`, given);

suite("the explanation of computed values", () => {
  test("each step has its kind, its length and its value", async () => {
    const hash = sha256("Zürich");
    assert.equal(
      await of("@a = Zürich", "<a>{{a | sha256 | hex}}</a>"),
      [
        "Computed values of POST /s",
        "",
        "{{a | sha256 | hex}}",
        "  a",
        "    text, 7 bytes",
        "      Zürich",
        "  | sha256",
        "    32 bytes",
        `    hex: ${hash.toString("hex")}`,
        "  | hex",
        "    text, 64 bytes",
        `      ${hash.toString("hex")}`,
        "",
      ].join("\n"),
    );
  });

  test("bytes that are text are shown as text, too", async () => {
    assert.match(
      await of("@a = YWI=", "<a>{{a | decode base64 | text}}</a>"),
      /\| decode base64\n {4}2 bytes\n {4}hex: 6162\n {6}ab\n/,
    );
  });

  test("values are in the order in which they are computed, each once", async () => {
    const text = await of(
      "@inner = {{$random 4 | hex}}\n@outer = {{inner | upper}}",
      "<a>{{outer | base64}}</a><b>{{outer | base64}}</b>",
    );
    assert.deepEqual(text.match(/^\{\{.*\}\}$/gm), ["{{$random 4 | hex}}", "{{inner | upper}}", "{{outer | base64}}"]);
    const [, random = ""] = /\| hex\n {4}text, 8 bytes\n {6}(\w+)/.exec(text) ?? [];
    assert.ok(text.includes(`  inner\n    text, 8 bytes\n      ${random}\n`), text);
  });

  test("only the beginning of a long value is shown", async () => {
    const text = await of(`@a = ${"ab".repeat(3000)}`, "<a>{{a | bytes | gzip | decode gzip | text}}</a>");
    assert.ok(text.includes(`\n      ${"ab".repeat(1024)}…\n`));
    assert.ok(text.includes(`\n    hex: ${"6162".repeat(1024)}…\n`));
    assert.ok(!text.includes("ab".repeat(1025)));
  });

  test("a step that fails has its reason, behind the values before it", async () => {
    const text = await of("@a = YW!", "<a>{{a | upper | decode base64 | hex}}</a>");
    assert.match(
      text,
      / {2}\| upper\n {4}text, 3 bytes\n {6}YW!\n {2}Failed: decode base64 failed at character 3\.\n$/,
    );
    assert.match(await of("", "<a>{{b | upper}}</a>"), /^\{\{b \| upper\}\}\n {2}Failed: b has no value\.$/m);
  });

  test("a request without computed values says so", async () => {
    assert.equal(await of("@a = 1", "<a>{{a}}</a>"), "Computed values of POST /s\n\nNothing in it is computed.\n");
  });

  test("the explanation names missing secrets", async () => {
    assert.equal(await of("", "<a>{{$secret pin | sha256 | hex}}</a>"), "secrets: pin");
  });

  test("the explanation shows only the lengths of secrets, and of the values that steps compute from secrets", async () => {
    const secret = "s3cr3t&pass";
    const text = await of(
      "@key = k{{$secret pin}}\n@a = text",
      '<a>{{$secret pin | bytes utf-16le | HEX}}</a><b>{{a | hmac sha256 key | base64}}</b><c>{{key | gzip | base64}}</c><d>{{a | hmac sha1 "typed" | hex}}</d>',
      { secret: () => secret },
    );
    assert.match(text, / {2}\$secret pin\n {4}text, 11 bytes, secret\n {2}\| bytes utf-16le\n {4}22 bytes, secret\n/);
    assert.match(text, /\| gzip\n {4}\d+ bytes, secret\n {2}\| base64\n {4}text, \d+ bytes, secret\n/);
    assert.match(text, /\| hmac sha256 key\n {4}32 bytes\n {4}hex: /);
    assert.match(text, /\{\{a \| hmac sha1 ••• \| hex\}\}/);
    const bytes = Buffer.from(secret);
    for (const form of [secret, bytes.toString("hex"), bytes.toString("base64"), "typed"])
      assert.ok(!text.toLowerCase().includes(form.toLowerCase()), form);
  });

  test("a signature has each reference with its transforms, its digest and its canonical form", async () => {
    const body = '<a xmlns="urn:a" Id="x"><p>{{$secret pin}}</p>{{$signature me}}</a>';
    const text = await of("", body, { secret: () => "1234567" });
    const form = '<a xmlns="urn:a" Id="x"><p>[redacted]</p></a>';
    const digested = '<a xmlns="urn:a" Id="x"><p>1234567</p></a>';
    const [, rest = ""] = text.split("\n{{$signature me}}\n");
    const lines = rest.split("\n");
    assert.match(lines[0] ?? "", /^ {2}Key me, rsa-sha256, certificate CN=Zoë/);
    assert.deepEqual(lines.slice(1, 4), [
      `  Reference "#x", transforms: enveloped, exclusive. SHA-256 digest of ${digested.length} bytes: ${sha256(digested).toString("base64")}`,
      `      ${form}`,
      lines[3],
    ]);
    assert.match(lines[3] ?? "", /^ {2}SignedInfo, exclusive: \d+ bytes are signed$/);
    assert.match(lines[4] ?? "", /^ {6}<SignedInfo xmlns=.*<DigestValue>/);
  });

  test("An encryption shows what it encrypts, its order, algorithms and recipient, and neither its key nor a secret", async () => {
    const security = `${timestamp}{{$encrypted me parts="Body Signature" key=rsa-oaep}}{{$signature me keyInfo=Thumbprint}}`;
    const keys: Uint8Array[] = [];
    const randomBytes = (count: number) => {
      const bytes = new Uint8Array(count).map((_, at) => 1 + keys.length + at);
      keys.push(bytes);
      return bytes;
    };
    const text = await explained(secure(secured(security, { body: "<m:a>{{$secret pin}}</m:a>" })), {
      randomBytes,
      secret: () => "1234567",
    });
    const [, rest = ""] = text.split('\n{{$encrypted me parts="Body Signature" key=rsa-oaep}}\n');
    const lines = rest.split("\n");
    assert.deepEqual(lines.slice(0, 3), [
      "  It encrypts Body, Signature.",
      "  First signed by the signature below, then encrypted.",
      "  Algorithm: aes256-gcm. Its key: rsa-oaep (SHA-256, MGF1 SHA-256).",
    ]);
    assert.match(lines[3] ?? "", /^ {2}Recipient: CN=Zoë.*, serial \d+\.$/);
    assert.ok(keys.some(({ length }) => length === 32));
    for (const key of keys) assert.ok(!text.includes(Buffer.from(key).toString("base64")));
    assert.ok(!text.includes("1234567"));
  });

  test("a secret at the end of what is shown of a canonical form isn't shown in part", async () => {
    const body = `<a xmlns="urn:a" Id="x">${"y".repeat(2015)}{{$secret pin}}{{$signature me}}</a>`;
    const text = await of("", body, { secret: () => "1234567-".repeat(20) });
    assert.ok(text.includes("yyy[redacted]…\n"), text);
    assert.ok(!text.includes("123"), text);
  });

  test("the values of a document are those of the request that uses it", async () => {
    const text = await explained(
      `@id = {{$guid}}\n# @document order\n\n<o Id="{{id}}">{{id | sha256 | hex}}{{$signature me}}</o>\n### send\n${request({}, "<a>{{order | base64}}</a>")}`,
    );
    assert.deepEqual(text.match(/^\{\{.*\}\}$/gm), [
      "{{id | sha256 | hex}}",
      "{{$signature me}}",
      "{{order | base64}}",
    ]);
    assert.match(text, / {2}order\n {4}XML, \d+ bytes\n {6}<o Id="1111/);
  });
});
