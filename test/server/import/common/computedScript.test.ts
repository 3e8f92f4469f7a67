import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { createContext, runInContext } from "node:vm";
import { imported, outcomesOf, textIn } from "../../../support/imported.ts";
import { bodyText, sentAround } from "../../../support/resolver.ts";

const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

const variables: Readonly<Record<string, string>> = { user: "ann é", body: "<a>1</a>", code: "s3cr3t" };

/** A collection whose only request sends the variable `result`, which its script sets. */
function collectionWith(script: string, ...others: readonly string[]) {
  const item = [script, ...others].map((exec, at) => ({
    name: `Send ${at}`,
    event: [{ listen: "prerequest", script: { exec: exec.split("\n") } }],
    request: { method: "POST", url: "http://h/", body: { mode: "raw", raw: "<r>{{result}}</r>" } },
  }));
  return imported({ "a.json": { info: { name: "Calc", schema }, item } });
}

/** The lines above the request line. */
function linesOf(script: string): readonly string[] {
  const text = textIn(collectionWith(script), "requests/Calc.soaphttp");
  return text.split("\n").filter((line) => /^(?:@|# \|)/.test(line));
}

/** The bytes of CryptoJS, computed by Node. */
class Words {
  readonly #bytes: Buffer;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  get bytes() {
    return this.#bytes;
  }
  toString(coding: BufferEncoding = "hex") {
    return this.#bytes.toString(coding);
  }
}

/** The value that Node computes for the variable `result` of a script. */
function valueInNode(script: string): string {
  const values = new Map(Object.entries(variables));
  const scope = {
    get: (name: string) => values.get(name),
    set: (name: string, value: unknown) => values.set(name, String(value)),
  };
  const bytes = (input: unknown) => (input instanceof Words ? input.bytes : Buffer.from(String(input)));
  const hashes = ["md5", "sha1", "sha256", "sha384", "sha512"].flatMap((name) => [
    [name.toUpperCase(), (text: unknown) => new Words(createHash(name).update(bytes(text)).digest())],
    [
      `Hmac${name.toUpperCase()}`,
      (text: unknown, key: unknown) => new Words(createHmac(name, bytes(key)).update(bytes(text)).digest()),
    ],
  ]);
  const coding = (name: BufferEncoding) =>
    Object.assign(Object(name), {
      parse: (text: string) => new Words(Buffer.from(text, name)),
      stringify: (words: Words) => words.toString(name),
    });
  const enc = { Hex: coding("hex"), Base64: coding("base64"), Utf8: coding("utf8") };
  const pm = { environment: scope, variables: scope, globals: scope, collectionVariables: scope };
  const CryptoJS = { ...Object.fromEntries(hashes), enc };
  const context = createContext({ pm, CryptoJS, btoa, atob, encodeURIComponent, console: { log: () => undefined } });
  runInContext(script, context);
  return values.get("result") ?? "";
}

/** The value that the imported file sends. */
function valueSent(script: string): string | undefined {
  const source = collectionWith(script);
  const secrets: Readonly<Record<string, string>> = JSON.parse(
    source.files.some(({ path }) => path === "http-client.private.env.json")
      ? textIn(source, "http-client.private.env.json")
      : '{"$shared":{}}',
  )["$shared"];
  const all = Object.entries({ ...variables, ...secrets }).map(([name, value]) => `@${name} = ${value}\n`);
  const text = textIn(source, "requests/Calc.soaphttp").replace("###", `${all.join("")}\n###`);
  const sent = bodyText(sentAround(text, {}).outgoing);
  return /<r>([\s\S]*)<\/r>/.exec(sent)?.[1]?.replaceAll("&lt;", "<");
}

const set = (value: string) => `pm.environment.set("result", ${value});`;
const user = 'pm.environment.get("user")';

const translated: Readonly<Record<string, readonly [script: string, ...lines: string[]]>> = {
  "a hash": [set(`CryptoJS.SHA256(${user}).toString()`), "@result = {{user | sha256 | hex}}"],
  "a hash in a text": [set(`"h:" + CryptoJS.MD5("a")`), '@result = h:{{$concat "a" | md5 | hex}}'],
  "a hash in Base64": [
    set(`CryptoJS.SHA1(${user}).toString(CryptoJS.enc.Base64)`),
    "@result = {{user | sha1 | base64}}",
  ],
  stringify: [
    set(`CryptoJS.enc.Base64.stringify(CryptoJS.SHA512(${user} + "-" + ${user}))`),
    '@result = {{$concat user "-" user | sha512 | base64}}',
  ],
  "an HMAC with a variable as its key": [
    set(`CryptoJS.HmacSHA256(${user}, pm.variables.get("code")).toString(CryptoJS.enc.Hex)`),
    "@result = {{user | hmac sha256 code | hex}}",
  ],
  "an HMAC whose key is Base64": [
    set(`CryptoJS.HmacSHA1(${user}, CryptoJS.enc.Base64.parse(pm.globals.get("code"))).toString()`),
    "@result = {{user | hmac sha1 key | hex}}",
    "@key = {{code | decode base64}}",
  ],
  "local variables": [
    `const name = ${user};\nlet text = name + "|" + name;\nvar hash = CryptoJS.SHA384(text);\n${set("hash.toString(CryptoJS.enc.Base64)")}`,
    "@text = {{user}}|{{user}}",
    "@hash = {{text | sha384}}",
    "@result = {{hash | base64}}",
  ],
  "a template": [set(`\`\${${user}}/\${CryptoJS.MD5(${user})}\``), "@result = {{user}}/{{user | md5 | hex}}"],
  "upper case": [set(`CryptoJS.MD5(${user}).toString().toUpperCase()`), "@result = {{user | md5 | HEX}}"],
  "btoa and atob": [
    set(`atob(btoa("abc") + "")`),
    "@result = {{$concat part | decode base64 | text}}",
    '@part = {{$concat "abc" | base64}}',
  ],
  "a percent-encoded text": [set(`encodeURIComponent(${user})`), "@result = {{user | url}}"],
  "the library is loaded": [
    `const CryptoJS2 = 1;\n${set(`CryptoJS.MD5(${user}).toString()`)}`,
    "@result = {{user | md5 | hex}}",
  ],
};

suite("a script that computes variables before a request", () => {
  for (const [title, [script, ...lines]] of Object.entries(translated)) {
    test(`a script becomes definitions with the same value: ${title}`, () => {
      assert.deepEqual(linesOf(script).toSorted(), lines.toSorted());
      assert.equal(valueSent(script), valueInNode(script));
    });
  }

  test("a typed key is a value of the private environment", () => {
    const script = set(`CryptoJS.HmacSHA256(${user}, "kT9-very-secret").toString()`);
    const source = collectionWith(script);
    assert.deepEqual(linesOf(script), ["@result = {{user | hmac sha256 key | hex}}"]);
    assert.match(textIn(source, "http-client.private.env.json"), /"key": "kT9-very-secret"/);
    assert.equal(valueSent(script), valueInNode(script));
    assert.ok(outcomesOf(source).includes("script prerequest: translated"));
  });

  test("a statement that the importer doesn't understand stays as a comment, like all statements that use its value", () => {
    const script = [
      "var nonce = makeNonce();",
      set('"a" + nonce'),
      'pm.environment.set("other", pm.environment.get("result"));',
      `pm.environment.set("hash", CryptoJS.MD5(${user}).toString());`,
      "console.log(nonce);",
    ].join("\n");
    assert.deepEqual(linesOf(script), [
      "@hash = {{user | md5 | hex}}",
      ...script.split("\n").flatMap((line) => (line.includes('"hash"') ? [] : [`# | ${line}`])),
    ]);
    assert.ok(outcomesOf(collectionWith(script)).includes("script prerequest: kept"));
  });

  for (const script of [
    `if (a) ${set('"1"')}\n${set('"2"')}`,
    `function f() {}\n${set('"2"')}`,
    set("1 + 2"),
    set("CryptoJS.SHA3(a)"),
    set('"a\\nb"'),
    set("pm.request.url"),
    set("pm.environment.get(`us$" + "{own}`)"),
    set("x".repeat(6000)),
    set(`${"(".repeat(200)}"a"${")".repeat(200)}`),
    set('"a"').slice(0, -3),
  ]) {
    test(`a script becomes comments, line by line: ${script.slice(0, 60)}`, () => {
      assert.deepEqual(
        linesOf(script),
        script.split("\n").map((line) => `# | ${line}`),
      );
    });
  }

  test("two scripts that set one variable in different ways have one definition, and a comment", () => {
    const source = collectionWith(set(`CryptoJS.MD5(${user}).toString()`), set(`CryptoJS.SHA1(${user}).toString()`));
    const lines = textIn(source, "requests/Calc.soaphttp").split("\n");
    assert.deepEqual(
      lines.filter((line) => line.includes("result =")),
      ["@result = {{user | md5 | hex}}", "# | @result = {{user | sha1 | hex}}"],
    );
  });
});
