import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { readCertificate } from "../../../../server/src/crypto/certificate.ts";
import { complete } from "../../../../server/src/features/completion/completion.ts";
import { sectionAt, sectionsOfSegments } from "../../../../server/src/features/support/section.ts";
import { analyze } from "../../../../server/src/service/languageService.ts";
import { steps } from "../../../../server/src/variables/computed/steps.ts";
import { planFor } from "../../../client/export/planned.ts";
import { expectFix, request } from "../../../support/findings.ts";
import { certificatesOf } from "../../../support/keyFiles.ts";
import { around, bodyText, findingsAround, sentAround } from "../../../support/resolver.ts";
import { testKeys } from "../../../support/signing.ts";

const secret = () => "s3cret key";
const element = (value: string, definitions = "") =>
  `${definitions}${request({ "Content-Length": "1" }, `<a>{{${value}}}</a>`)}`;
const sentValue = (value: string, definitions = "", files: Readonly<Record<string, string | Uint8Array>> = {}) =>
  /<a>([\s\S]*)<\/a>/.exec(bodyText(sentAround(element(value, definitions), { files }, { secret }).outgoing))?.[1];
const md5 = (text: string) => createHash("md5").update(text).digest("hex");

suite("a value with steps", () => {
  test("steps are applied from left to right", () => {
    assert.equal(sentValue("x | md5 | hex", "@x = abc\n\n"), md5("abc"));
    assert.equal(
      sentValue("x | md5 | HEX | lower | sha1 | base64", "@x = abc\n\n"),
      createHash("sha1").update(md5("abc")).digest("base64"),
    );
    assert.equal(sentValue('$concat "77001" x "9.90" | md5 | hex', "@x = R-12\n\n"), md5("77001R-129.90"));
  });

  test("a code over several values has the key of a secret", () => {
    const definitions =
      "@time = {{$timestamp}}\n@key = {{$secret consumer}}&{{$secret token}}\n@signed = ACME_1&{{time}}\n\n";
    const text = `${definitions}${request({}, "<a>{{time}}</a><b>{{signed | hmac sha256 key | base64}}</b>")}`;
    const { outgoing, secrets, errors } = sentAround(text, {}, { secret });
    const [, time, code] = /<a>(.*)<\/a><b>(.*)<\/b>/.exec(bodyText(outgoing)) ?? [];
    assert.equal(code, createHmac("sha256", `${secret()}&${secret()}`).update(`ACME_1&${time}`).digest("base64"));
    assert.deepEqual(
      errors.filter((error) => /step|value|variable/.test(error)),
      [],
    );
    assert.ok(secrets.includes(`${secret()}&${secret()}`), secrets.join());
    assert.ok(!secrets.includes(code ?? ""), "the code itself is no secret");
    assert.deepEqual(
      outgoing.secretUses.map(({ place, source }) => [place, source.name]),
      [
        ["body", "consumer"],
        ["body", "token"],
      ],
    );
  });

  test("a variable that is exactly one reference can be bytes, which are the same everywhere", () => {
    const files = { "/w/a/b/report.xml": "<report/>" };
    const text = `@packed = {{$file "./report.xml" | gzip}}\n\n${request({}, "<a>{{packed | base64}}</a><b>{{packed | sha256 | HEX}}</b><c>{{packed | size}}</c>")}`;
    const [, file = "", hash, size] =
      /<a>(.*)<\/a><b>(.*)<\/b><c>(.*)<\/c>/.exec(bodyText(sentAround(text, { files }).outgoing)) ?? [];
    const bytes = Buffer.from(file, "base64");
    assert.equal(gunzipSync(bytes).toString(), "<report/>");
    assert.equal(hash, createHash("sha256").update(bytes).digest("hex").toUpperCase());
    assert.equal(size, String(bytes.length));
    const random = `@key = {{$random 16}}\n\n${request({}, "<a>{{key | hex}}</a><b>{{key | hex}}</b><c>{{$random 16 | hex}}</c>")}`;
    const [, first, second, third] =
      /<a>(.*)<\/a><b>(.*)<\/b><c>(.*)<\/c>/.exec(bodyText(sentAround(random, {}).outgoing)) ?? [];
    assert.match(first ?? "", /^[0-9a-f]{32}$/);
    assert.equal(first, second);
    assert.notEqual(first, third);
  });

  test("a value of an exchange is taken apart", () => {
    const packed = Buffer.from("content").toString("base64");
    const text = `# @name first\n${request({ "X-Own": packed })}\n###\n\n${request({}, "<a>{{first.response.headers.X-Own | decode base64 | text}}</a>")}`;
    assert.ok(bodyText(sentAround(text, {}).outgoing).includes("<a>content</a>"));
  });

  test("# @set applies the steps behind its path, and their arguments are variables", () => {
    const packed = Buffer.from("content").toString("base64");
    const set = (steps: string, value = "taken") =>
      bodyText(
        sentAround(
          `@key = k\n# @set taken = //*:own | ${steps}\n${request({ "X-Own": packed })}\n###\n\n${request({}, `<a>{{${value}}}</a>`)}`,
          {},
        ).outgoing,
      ).replace(/^[\s\S]*<a>|<\/a>[\s\S]*$/g, "");
    assert.equal(set("decode base64 | text | upper"), "CONTENT");
    assert.equal(
      set("decode base64 | hmac sha256 key | hex"),
      createHmac("sha256", "k").update("content").digest("hex"),
    );
    assert.equal(set('replace "(.)$" "$1$1"'), packed.replace(/(.)$/, "$1$1"));
  });

  test("the steps of # @set are checked at their places", () => {
    const findingsOf = (steps: string) => {
      const text = `# @set taken = //a | b//c | ${steps}\n${request()}`;
      return findingsAround(text, {}).flatMap(({ code, at, message }) =>
        /^(?:step|value|variable-un)/.test(code) ? [`${text.slice(at.start, at.end)} ${code}: ${message}`] : [],
      );
    };
    assert.deepEqual(findingsOf("sha265 | hex"), [
      "sha265 step-unknown: The step sha265 is unknown. Did you mean sha256?",
    ]);
    assert.deepEqual(findingsOf("sha256 | upper"), ["upper step-input: upper needs text, but sha256 gives bytes."]);
    assert.deepEqual(findingsOf("hmac sha256 nokey | hex"), [
      "nokey variable-undefined: The variable nokey isn't defined. Searched in: this file.",
    ]);
    assert.deepEqual(findingsOf("sha256 | hex"), []);
  });

  test("the certificate of a key gives its serial number, issuer and subject", () => {
    const value = (reference: string) => {
      const { outgoing } = sentAround(element(reference), { keys: testKeys });
      return /<a>(.*)<\/a>/.exec(bodyText(outgoing))?.[1] ?? "";
    };
    const { serial = "", issuer, subject } = readCertificate(certificatesOf("me.pem")[0] ?? new Uint8Array(0)) ?? {};
    assert.equal(BigInt(value("$serial me | decimal")), BigInt(serial));
    assert.equal(value("$issuer me"), issuer);
    assert.equal(value("$subject me | upper"), subject?.toUpperCase());
  });

  test("a file outside of the folders is refused", () => {
    const at = findingsAround(element('$file "../../../etc/passwd" | base64'), { files: {} });
    assert.ok(at.some(({ code }) => code === "variable-undefined"));
  });

  test("an export computes values that differ or are secret each time, and contains constant values", () => {
    const text = element("key | hmac sha256 code | hex", "@key = {{$secret a}}\n@code = typed\n\n");
    const [planned] = planFor(text).requests;
    const value = planned?.values.find(({ kind }) => kind === "computed");
    assert.ok(value?.kind === "computed");
    assert.deepEqual(value.source, [{ kind: "environment", name: "SOAPHTTP_SECRET_A" }]);
    assert.deepEqual(value.steps, [
      { name: "hmac sha256", arguments: [[{ kind: "environment", name: "SOAPHTTP_PRIVATE_CODE" }]] },
      { name: "hex", arguments: [] },
    ]);
    const { losses, requests } = planFor(text, { engine: "jmeter" });
    assert.deepEqual([requests.length, losses[0]?.text], [0, "It is left out: JMeter can't compute hmac sha256."]);
    assert.equal(planFor(text, { engine: "har" }).requests.length, 1);
    const [constant] = planFor(element("key | md5 | hex", "@key = abc\n\n")).requests;
    assert.ok(
      Buffer.from(constant?.body ?? [])
        .toString()
        .includes(md5("abc")),
    );
  });
});

suite("the check of steps", () => {
  test("Content-Length is checked if the length of the value is known", () => {
    const problems = (value: string) => {
      const text = `@x = abc\n@id = {{$guid}}\n\n${request({ "Content-Length": "1" }, `<a>{{${value}}}</a>`)}`;
      const mismatches = findingsAround(text, {}).filter(({ code }) => code === "content-length-mismatch");
      return mismatches.map(({ severity }) => severity);
    };
    for (const value of [
      "x | gzip | base64",
      "id | sha256 | hex",
      "id | upper",
      "$random 8 | hmac sha1 x | base64url",
      "id | base64 | size",
    ])
      assert.deepEqual(problems(value), ["error"], value);
    for (const value of ["id | gzip | base64", "id | trim", "id | decode hex | hex | url"])
      assert.deepEqual(problems(value), ["information"], value);
  });

  for (const [title, text] of [
    [
      "an unknown step, with the nearest name",
      "@x = a\n\n{{x | «sha265»}} step-unknown: The step sha265 is unknown. Did you mean sha256?",
    ],
    ["a missing step", "@x = a\n\n{{x |«»}} step-unknown: A step is missing after |."],
    [
      "an unknown algorithm",
      "@x = a\n\n{{x | hmac «sha2» x}} step-argument: hmac can't be sha2. Use md5, sha1, sha256, sha384, sha512.",
    ],
    ["a missing key", "@x = a\n\n{{x | «hmac sha256» | hex}} step-argument: Use hmac sha256 key."],
    ["an argument too many", "@x = a\n\n{{x | sha256 «x» | hex}} step-argument: sha256 has no arguments."],
    ["text without quotes", "@x = a\n\n{{x | zip «x» | hex}} step-argument: Text must be in double quotes."],
    ["an unknown charset", "@x = a\n\n{{x | bytes «klingon» | hex}} step-argument: The charset klingon is unknown."],
    [
      "a kind that can't fit",
      "@x = a\n\n{{x | sha256 | «upper»}} step-input: upper needs text, but sha256 gives bytes.",
    ],
    [
      "a value that can't be decoded",
      "@x = a?\n\n{{x | «decode hex» | hex}} step-input: decode hex failed at character 2.",
    ],
    ["bytes in text", "@x = a\n\n«{{x | sha256}}» value-bytes: The value is 32 bytes. Add base64, hex or HEX."],
  ] as const) {
    test(`the check reports ${title}`, () => {
      const [, definitions = "", value = "", code = "", message = ""] =
        /^([\s\S]*?\n\n)([\s\S]*?}}»?) ([\w-]+): (.*)$/.exec(text) ?? [];
      const marked = `${definitions}${request({}, `<a>${value}</a>`)}`;
      const start = marked.indexOf("«");
      const [clean, end] = [marked.replace(/[«»]/g, ""), marked.indexOf("»") - 1];
      const problems = findingsAround(clean, {}).filter(({ code }) => /^(?:step|value-bytes|variable)/.test(code));
      assert.deepEqual(
        problems.map(({ at, code, message }) => ({ start: at.start, end: at.end, code, message })),
        [{ start, end, code, message }],
      );
    });
  }

  test("an undefined source, argument or key is reported at its own place", () => {
    const at = (text: string) =>
      findingsAround(text, {})
        .filter(({ code }) => code === "variable-undefined")
        .map(({ at: { start, end } }) => text.slice(start, end));
    assert.deepEqual(at(element("nothing | sha256 | hex")), ["nothing"]);
    assert.deepEqual(at(element("x | hmac sha256 nokey | hex", "@x = a\n\n")), ["nokey"]);
  });

  test("fixes replace an unknown step, and append a coding to bytes", () => {
    const x = "@x = a\n\n";
    expectFix("step-unknown", element("x | sha265 | hex", x), "Replace with sha256", element("x | sha256 | hex", x));
    expectFix("value-bytes", element("x | sha256", x), "Append hex", element("x | sha256 | hex", x));
  });
});

suite("completion behind a bar", () => {
  /** The labels of completion at the end of the typed value. */
  const labels = (value: string) => {
    const before = `@key = a\n\n${request({}, `<a>{{${value}¦</a>`)}`;
    const offset = before.indexOf("¦");
    const section = sectionAt(
      sectionsOfSegments(analyze(before.replace("¦", ""), undefined, around({ keys: testKeys }))),
      offset,
    );
    assert.ok(section?.kind === "message");
    const items = complete({ section, trigger: undefined }, offset - section.start);
    return items.map(({ label }) => label);
  };

  test("completion offers the steps", () => {
    assert.deepEqual(labels("key | ").toSorted(), steps.map(({ name }) => name).toSorted());
    assert.ok(labels("key | sha3").includes("sha3-512"));
    assert.deepEqual(labels("key | hmac "), ["hmac md5", "hmac sha1", "hmac sha256", "hmac sha384", "hmac sha512"]);
  });

  test("completion offers only steps that take the value", () => {
    assert.ok(!labels("key | sha256 | ").includes("upper"));
    assert.ok(labels("key | sha256 | ").includes("base64"));
  });

  test("completion offers variables for the key of hmac", () => {
    assert.ok(labels("key | hmac sha256 ").includes("key"));
  });

  test("completion offers keys, and variables where a step takes both", () => {
    assert.deepEqual(labels("key | sign "), testKeys.names());
    assert.deepEqual(labels("key | jwt "), [...testKeys.names(), "key"]);
  });

  test("completion offers the charsets, the options and their values", () => {
    assert.ok(labels("key | bytes utf").includes("utf-16le"));
    assert.ok(labels("key | jwt me ").includes("header="));
    assert.deepEqual(labels("key | encrypt me rsa-oaep dig"), ["iv=", "digest=", "mgf="]);
    assert.deepEqual(labels("key | encrypt me rsa-oaep digest="), ["sha1", "sha256", "sha384", "sha512"]);
    assert.deepEqual(labels("key | jwt me header="), ["key"]);
  });
});
