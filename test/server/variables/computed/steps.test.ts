import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { StepError } from "../../../../server/src/variables/computed/decoding.ts";
import {
  applyStep,
  asBytes,
  type Content,
  type StepArguments,
} from "../../../../server/src/variables/computed/step.ts";
import { steps } from "../../../../server/src/variables/computed/steps.ts";

const documented = [
  ...readFileSync("docs/computed.md", "utf8").matchAll(/^\| ((?:`[a-zA-Z0-9 -]+` ?)+)(?:with [^|]*)?\|/gm),
]
  .flatMap(([, names = ""]) => [...names.matchAll(/`([^`]+)`/g)])
  .map(([, name]) => name ?? "");

function apply(name: string, input: Content, given: StepArguments = {}): Content {
  const step = steps.find((one) => one.name === name);
  assert.ok(step, name);
  const result = applyStep(step, input, given);
  assert.ok(result !== undefined, name);
  return result;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Content) => Buffer.from(asBytes(content)).toString("utf8");
const hex = (content: Content) => Buffer.from(content as Uint8Array).toString("hex");
const sample = "Zürich & <Genf> 漢字\r\n".repeat(20);

suite("the registry of steps", () => {
  test("docs/computed.md has a row for each step, and no other rows", () => {
    assert.deepEqual(documented.toSorted(), steps.map(({ name }) => name).toSorted());
  });

  for (const step of steps) {
    test(`${step.name} says the length of its result from that of its input, or nothing`, () => {
      const inputs = ["", "a", "616263", "YWJj"];
      for (const input of inputs) {
        let result: Content | undefined;
        try {
          result = applyStep(step, input, { value: bytes("k"), words: new Map([['"entry"', "a"]]) });
        } catch (error) {
          assert.ok(error instanceof StepError, String(error));
          continue;
        }
        const said = step.length?.(bytes(input).length, {});
        if (said !== undefined && result !== undefined) assert.equal(asBytes(result).length, said);
      }
    });
  }
});

suite("the steps", () => {
  for (const name of ["md5", "sha1", "sha256", "sha384", "sha512", "sha3-256", "sha3-384", "sha3-512"]) {
    test(`${name} is the hash of node:crypto`, () => {
      for (const input of ["", "abc", sample])
        assert.equal(hex(apply(name, bytes(input))), createHash(name).update(input).digest("hex"));
    });
  }

  for (const name of ["md5", "sha1", "sha256", "sha384", "sha512"]) {
    test(`hmac ${name} is that of node:crypto`, () => {
      for (const key of ["", "key", sample])
        assert.equal(
          hex(apply(`hmac ${name}`, bytes(sample), { value: bytes(key) })),
          createHmac(name, key).update(sample).digest("hex"),
        );
    });
  }

  for (const [name, digest] of [
    ["md5", "900150983cd24fb0d6963f7d28e17f72"],
    ["sha1", "a9993e364706816aba3e25717850c26c9cd0d89d"],
    ["sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["sha384", "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"],
    [
      "sha512",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ],
    ["sha3-256", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"],
    ["sha3-384", "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25"],
    [
      "sha3-512",
      "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
    ],
  ] as const) {
    test(`${name} gives what RFC 1321, FIPS 180-4 or FIPS 202 says for abc`, () => {
      assert.equal(hex(apply(name, "abc")), digest);
    });
  }

  const larger = "Test Using Larger Than Block-Size Key - Hash Key First";
  for (const [name, source, key, input, mac] of [
    ["md5", "RFC 2202", "Jefe", "what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738"],
    ["sha1", "RFC 2202", "Jefe", "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"],
    [
      ...(["sha256", "RFC 4231", "\x0b".repeat(20), "Hi There"] as const),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ],
    [
      ...(["sha256", "RFC 4231", "Jefe", "what do ya want for nothing?"] as const),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ],
    [
      ...(["sha256", "RFC 4231", "\xaa".repeat(131), larger] as const),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ],
    [
      ...(["sha384", "RFC 4231", "Jefe", "what do ya want for nothing?"] as const),
      "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
    ],
    [
      ...(["sha384", "RFC 4231", "\xaa".repeat(131), larger] as const),
      "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952",
    ],
    [
      ...(["sha512", "RFC 4231", "Jefe", "what do ya want for nothing?"] as const),
      "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
    ],
    [
      ...(["sha512", "RFC 4231", "\xaa".repeat(131), larger] as const),
      "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598",
    ],
  ] as const) {
    test(`hmac ${name} gives what ${source} says for a key of ${key.length} bytes`, () => {
      const value = apply(`hmac ${name}`, input, { value: Buffer.from(key, "latin1") });
      assert.equal(hex(value), mac);
    });
  }

  test("hmac sha256 and base64url give the signature of RFC 7515 appendix A.1", () => {
    const signed =
      "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
    const key = apply(
      "decode base64url",
      "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow",
    );
    const mac = apply("base64url", apply("hmac sha256", signed, { value: asBytes(key) }));
    assert.equal(mac, "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
  });

  test("codings are those of Node, and decoding gives the bytes again", () => {
    const all = Uint8Array.from({ length: 256 }, (_, at) => at);
    assert.equal(apply("base64", all), Buffer.from(all).toString("base64"));
    assert.equal(apply("base64url", all), Buffer.from(all).toString("base64url"));
    assert.equal(apply("hex", all), Buffer.from(all).toString("hex"));
    assert.equal(apply("HEX", all), Buffer.from(all).toString("hex").toUpperCase());
    for (const [coding, back] of [
      ["base64", "decode base64"],
      ["base64url", "decode base64url"],
      ["hex", "decode hex"],
      ["HEX", "decode hex"],
    ] as const)
      assert.deepEqual(apply(back, apply(coding, all)), all);
    assert.equal(text(apply("decode base64", " YW\r\nI ")), "ab");
    assert.equal(text(apply("decode base64", "YWI=")), "ab");
  });

  test("decimal is one unsigned number", () => {
    assert.equal(apply("decimal", Uint8Array.of(0, 1, 0)), "256");
    assert.equal(apply("decimal", new Uint8Array(0)), "0");
    assert.throws(() => apply("decimal", new Uint8Array(5000)), /decimal takes at most 4096 bytes\./);
  });

  test("url encodes all but unreserved characters, and decode url is its inverse", () => {
    assert.equal(apply("url", "a b/ü~!'()*"), "a%20b%2F%C3%BC~%21%27%28%29%2A");
    assert.equal(apply("decode url", "a%20b%2F%C3%BC~+"), "a b/ü~+");
    assert.throws(() => apply("decode url", "%C3"), /The bytes aren't text in utf-8\./);
    assert.throws(() => apply("decode url", "ab%zz"), /decode url failed at character 3\./);
  });

  test("decode xml replaces references to characters", () => {
    assert.equal(apply("decode xml", "&lt;a b=&quot;&#228;&#x1F600;&apos;&quot;&gt; &amp;amp;"), '<a b="ä😀\'"> &amp;');
    assert.throws(() => apply("decode xml", "a&nbsp;"), /decode xml failed at character 2\./);
    assert.throws(() => apply("decode xml", "a & b"), /decode xml failed at character 3\./);
  });

  test("compressed bytes are those that zlib reads, always the same, and decoding gives the value again", () => {
    const input = bytes(sample);
    const readers = { gzip: gunzipSync, zlib: inflateSync, deflate: inflateRawSync };
    for (const name of ["gzip", "zlib", "deflate"] as const) {
      const packed = apply(name, input);
      assert.deepEqual(new Uint8Array(readers[name](packed as Uint8Array)), input);
      assert.deepEqual(apply(name, input), packed);
      assert.deepEqual(apply(`decode ${name}`, packed), input);
    }
    const archive = apply("zip", input, { words: new Map([['"entry"', "F-7.xml"]]) });
    assert.deepEqual(apply("decode zip", archive), input);
    assert.deepEqual(apply("decode zip", archive, { words: new Map([['"entry"', "F-7.xml"]]) }), input);
    assert.throws(
      () => apply("decode zip", archive, { words: new Map([['"entry"', "other"]]) }),
      /The zip archive doesn't have this file\./,
    );
  });

  test("damaged compressed bytes and bombs are errors", () => {
    const packed = apply("gzip", bytes(sample)) as Uint8Array;
    assert.throws(() => apply("decode gzip", packed.subarray(0, packed.length - 9)), /decode gzip failed: /);
    assert.throws(() => apply("decode zlib", packed), /decode zlib failed: the bytes aren't in this format\./);
    const bomb = apply("gzip", new Uint8Array(70_000_000));
    assert.throws(() => apply("decode gzip", bomb), /decode gzip gives more than 64 MB\./);
  });
});

suite("the step replace", () => {
  const replace = (text: string, regex: string, by: string) =>
    String(
      apply("replace", text, {
        words: new Map([
          ['"regex"', regex],
          ['"text"', by],
        ]),
      }),
    );

  for (const [text, regex, by] of [
    ["2026-03-01", "(\\d+)-(\\d+)-(\\d+)", "$3.$2.$1"],
    ["aXbXc", "X", "$$"],
    ["abc", "x*", "-"],
    ["aXXb", "X*", "-"],
    ["<a><b>", "<.*?>", "[]"],
    ["<a><b>", "<.*>", "[]"],
    ["ab12", "([a-z]+|\\d)(\\d?)", "<$1|$2>"],
    ["abab", "^ab|b$", "_"],
    ["ABc", "(?i)b(C)", "$1"],
    ["a\nb", "a.b", "x"],
    ["a\nb", "(?s)a.b", "x"],
    ["Zürich 漢字 😀!", "[^\\x00-\\x7F]", "?"],
    ["aaaa", "a{2,3}", "<$0>".replace("$0", "")],
    ["aaaa", "(a{1,2}?)(a*)", "$1,$2;"],
    ["foobar", "(foo|foob)(ar|bar)", "$1-$2"],
    ["xay", "(b)?a", "[$1]"],
    ["a.b", "\\.", ""],
  ] as const) {
    test(`the step gives what JavaScript gives for ${JSON.stringify(regex)}`, () => {
      const flags = /^\(\?(\w+)\)/.exec(regex);
      const own = new RegExp(regex.slice(flags?.[0].length ?? 0), `gu${flags?.[1] ?? ""}`);
      assert.equal(replace(text, regex, by), text.replace(own, by));
    });
  }

  test("the step gives what JavaScript gives for random patterns", () => {
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    const pattern = (depth: number): string => {
      const kind = next(depth > 0 ? 6 : 2);
      if (kind < 2) return ["a", "b", "[ab]", ".", "c"][next(5)] ?? "a";
      if (kind === 2) return `(${pattern(depth - 1)})`;
      if (kind === 3) return `${pattern(depth - 1)}${pattern(depth - 1)}`;
      if (kind === 4) return `(?:${pattern(depth - 1)}|${pattern(depth - 1)})`;
      return `(?:${pattern(depth - 1)})${["*", "+", "?", "*?", "+?", "??", "{1,2}"][next(7)]}`;
    };
    for (let count = 0; count < 500; count++) {
      const regex = `(${pattern(3)})`;
      // What an empty repetition captures differs in JavaScript.
      if (/\([^()]*[*?][^()]*\)[*+?{]/.test(regex)) continue;
      const text = Array.from({ length: next(8) }, () => "abc"[next(3)]).join("");
      assert.equal(replace(text, regex, "<$1>"), text.replace(new RegExp(regex, "g"), "<$1>"), `${regex} in ${text}`);
    }
  });

  test("the step refuses what takes more than linear time, and what isn't a pattern", () => {
    const long = "a".repeat(20_000);
    assert.equal(replace(long, "(a*)*b", "x"), long);
    assert.throws(() => replace(long, "a.*b|a", "x"), /too many steps/);
    for (const regex of ["(", "a)", "[", "a{3,2}", "\\1", "(?=a)", "((((a{9}){9}){9}){9}){9}"])
      assert.throws(() => replace("a", regex, ""), StepError, regex);
    assert.throws(() => replace("a", "(a)", "$2"), /no group 2/);
  });
});

suite("the step jsonpath", () => {
  const find = (text: string, path: string) => apply("jsonpath", text, { words: new Map([["PATH", path]]) });

  test("the step gives the only value", () => {
    assert.equal(find('{"a":[{"b":"x"},{"b":7}]}', "$.a[0].b"), "x");
    assert.equal(find('{"a":[{"b":"x"},{"b":7}]}', "$.a[1].b"), "7");
    assert.equal(find('{"a":[1, 2]}', "$.a"), "[1,2]");
    assert.throws(() => find('{"a":[1, 2]}', "$.a[*]"), /finds 2 values/);
    assert.throws(() => find("{}", "$.a"), /finds nothing/);
    assert.throws(() => find("<a/>", "$.a"), /isn't JSON/);
    assert.throws(() => find("{}", "a"), /begins with \$/);
  });
});
