import assert from "node:assert/strict";
import { createPublicKey, verify, X509Certificate } from "node:crypto";
import {
  analyze,
  type Compute,
  computedOutgoing,
  type Keys,
  requestAt,
} from "../../../../server/src/service/languageService.ts";
import { sentWithKeys } from "../../../support/computed.ts";
import { request } from "../../../support/findings.ts";
import { certificatesOf } from "../../../support/keyFiles.ts";
import { fixedSending } from "../../../support/outgoing.ts";
import { around, findingsAround } from "../../../support/resolver.ts";
import { testCompute, testKeys } from "../../../support/signing.ts";

const publicKey = (file: string) =>
  createPublicKey(new X509Certificate(certificatesOf(file)[0] ?? "").publicKey.export({ type: "spki", format: "pem" }));

suite("the operations of a sending", () => {
  test("all operations of a round go to the host together, each only once", async () => {
    const { rounds, value } = await sentWithKeys(
      "@x = a",
      "<a>{{x | sign me | base64}}</a><b>{{x | sign me | hex}}</b><c>{{x | upper | sign me | hex}}</c>",
    );
    assert.deepEqual(rounds, [2]);
    assert.equal(Buffer.from(value("a"), "base64").toString("hex"), value("b"));
  });

  test("an operation that depends on a result goes to the host in another round", async () => {
    const definitions = "@x = a\n@y = {{x | sign me | hex}}\n@z = {{y | sign me | hex}}";
    const { rounds, value } = await sentWithKeys(definitions, "<a>{{z | sign me | base64}}</a><b>{{z}}</b>");
    assert.deepEqual(rounds, [1, 1, 1]);
    assert.ok(verify("sha256", Buffer.from(value("b")), publicKey("me.pem"), Buffer.from(value("a"), "base64")));
  });

  test("generated values are the same in each round", async () => {
    let count = 0;
    const guid = () => `guid-${count++}`;
    const body =
      "<i>{{id}}</i><j>{{$guid}}</j><r>{{r | hex}}</r><q>{{$random 4 | hex}}</q><n>{{$randomInt 1 1000000}}</n><s>{{all | sign me | base64}}</s>";
    const { rounds, value, bytes } = await sentWithKeys(
      "@id = {{$guid}}\n@r = {{$random 8}}\n@all = {{$concat id r}}",
      body,
      {
        guid,
        random: Math.random,
      },
    );
    assert.deepEqual(rounds, [1]);
    assert.deepEqual([value("i"), value("j")].toSorted(), ["guid-0", "guid-1"]);
    const signed = Buffer.concat([Buffer.from(value("i")), Buffer.from(value("r"), "hex")]);
    assert.ok(verify("sha256", signed, publicKey("me.pem"), bytes("s")));
  });

  test("random bytes are the same in each round if a step needs others in a later one", async () => {
    const { rounds, problems, bytes } = await sentWithKeys(
      "@x = a\n@k = 0123456789abcdef\n@r = {{$random 24}}",
      "<a>{{x | sign me | encrypt k aes128-cbc | base64}}</a><b>{{r | base64}}</b><s>{{r | sign me | base64}}</s>",
    );
    assert.deepEqual([problems, rounds], [[], [2]]);
    assert.deepEqual([bytes("a").length, bytes("b").length], [16 + 256 + 16, 24]);
    assert.ok(verify("sha256", bytes("b"), publicKey("me.pem"), bytes("s")));
  });

  test("a message without keys takes no round", async () => {
    const { rounds } = await sentWithKeys("@x = {{$guid}}", "<a>{{x | sha256 | hex}}</a>");
    assert.deepEqual(rounds, []);
  });

  test("a host that fails is reported at the key", async () => {
    const compute: Compute = async (all) => all.map(() => ({ kind: "failed", why: "The key is locked." }));
    const { problems } = await sentWithKeys("@x = a", "<a>{{x | sign me | hex}}</a>", { compute });
    assert.deepEqual(problems, ["signature-key: The key is locked."]);
  });

  test("values that depend on each other in too many rounds are an error", async () => {
    const chain = Array.from({ length: 120 }, (_, at) => `@v${at + 1} = {{v${at} | sign me | hex}}`);
    const { rounds, problems } = await sentWithKeys(["@v0 = a", ...chain].join("\n"), "<a>{{v120}}</a>");
    assert.equal(rounds.length, 99);
    assert.match(problems[0] ?? "", /more than 100 rounds/);
  });
});

suite("the step sign", () => {
  for (const [key, file, algorithm, hash] of [
    ["me", "me.pem", "", "sha256"],
    ["me", "me.pem", "rsa-sha1", "sha1"],
    ["me", "me.pem", "rsa-sha512", "sha512"],
    ["ec256", "ec256.sec1.pem", "", "sha256"],
    ["ec384", "ec384.sec1.pem", "ecdsa-sha256", "sha256"],
    ["ec521", "ec521.sec1.pem", "", "sha512"],
  ] as const) {
    test(`sign ${key} ${algorithm} is verified by the certificate, ECDSA as DER`.replace("  ", " "), async () => {
      const { bytes } = await sentWithKeys("@x = ä", `<a>{{x | sign ${key} ${algorithm} | base64}}</a>`);
      assert.ok(verify(hash, Buffer.from("ä"), publicKey(file), bytes("a")));
      assert.ok(!verify(hash, Buffer.from("a"), publicKey(file), bytes("a")));
    });
  }

  const finding = (value: string, keys: Keys | undefined = testKeys) => {
    const text = `@x = a\n\n${request({ "Content-Length": "1" }, `<a>{{${value}}}</a>`)}`;
    return findingsAround(text, keys ? { keys } : {}).flatMap(({ code, at, message }) =>
      /^(?:step|signature|value|content-length)/.test(code)
        ? [`${text.slice(at.start, at.end)} ${code}: ${message}`]
        : [],
    );
  };

  test("the value has the length of the key in a check, so Content-Length is compared", () => {
    const counted = (value: string) => finding(value).map((one) => one.replace(/^.*?(content-length-\S+).*/, "$1"));
    assert.match(finding("x | sign me | base64")[0] ?? "", /but the body is 351 bytes/);
    assert.deepEqual(counted("x | sign ec256 | base64").length, 1);
  });

  test("the check reports the problems of keys and algorithms at their places", () => {
    const own = (value: string) => finding(value).filter((one) => !one.includes("content-length"));
    assert.deepEqual(own("x | sign you | hex"), ["you signature-key: There is no key you."]);
    assert.deepEqual(own("x | sign root | hex"), [
      "root signature-key: The file of the key root contains only certificates. Add its private key to sign with it.",
    ]);
    assert.deepEqual(own("x | sign me ecdsa-sha256 | hex"), [
      "ecdsa-sha256 step-argument: This algorithm doesn't work with the key me. Remove it: the key determines the algorithm.",
    ]);
    assert.match(
      own("x | sign me rsa-sha2 | hex")[0] ?? "",
      /^rsa-sha2 step-argument: sign can't be rsa-sha2\. Use rsa-sha1, /,
    );
    assert.deepEqual(own("x | sign | hex"), ["sign step-argument: Use sign KEY [ALGORITHM]."]);
    assert.deepEqual(own('x | sign "me" | hex'), ['"me" step-argument: The key must be a name, without quotes.']);
    assert.deepEqual(own("x | sign me"), [
      "{{x | sign me}} value-bytes: The value is 256 bytes. Add base64, hex or HEX.",
    ]);
  });

  test("a signing step isn't reported by a check without any keys, but when sending", async () => {
    const none: Keys = { names: () => [], find: () => ({ kind: "unnamed" }), trusted: () => [] };
    assert.deepEqual(
      finding("x | sign me | hex", none).filter((one) => !one.includes("content-length")),
      [],
    );
    const text = `@x = a\n\n${request({}, "<a>{{x | sign me | hex}}</a>")}`;
    const analysis = analyze(text, undefined, around({ keys: none }));
    const info = requestAt(analysis, 0);
    const made = info && (await computedOutgoing(analysis, info, fixedSending, testCompute));
    assert.deepEqual(made?.kind === "unsendable" && made.problems.map(({ message }) => message), [
      "There is no key me. Name its file with --key me=FILE.",
    ]);
  });
});
