import assert from "node:assert/strict";
import { ReadExchange } from "../../../server/src/evaluation/evaluate.ts";
import { presentResponse } from "../../../server/src/response/present.ts";
import {
  checkResponse,
  decryptedParts,
  decryptedResponse,
  decryptionKeys,
  encryptionLines,
  hostCertificates,
  hostKeys,
  presentEncryption,
  receivedParts,
  verificationLines,
  verifyPresented,
  verifyResponse,
} from "../../../server/src/service/languageService.ts";
import { deepestEncryption, mostEncryptedParts } from "../../../server/src/text/limits.ts";
import { encrypted } from "../../support/encrypting.ts";
import {
  request,
  secured,
  signedMessage,
  testCompute,
  testKeys,
  timestamp,
  token,
  verifiedResults,
} from "../../support/signing.ts";
import { received } from "../response/captured.ts";

const now = new Date("2027-03-01T12:35:00Z");
const sentAt = { now: new Date("2027-03-01T12:34:56Z") };
const fields = [{ name: "Content-Type", value: "text/xml; charset=utf-8" }];
const payload = '<m:Result xmlns:m="urn:m">5</m:Result>';
const signature = `${timestamp}${token("ec256")}{{$signature ec256 parts="Body Timestamp"}}`;

async function sent(security: string, body: string, id?: string): Promise<string> {
  const options = id === undefined ? { body } : { body, id };
  return (await signedMessage(request(secured(security, options)), sentAt)).body;
}

/** Puts an encrypted key at the end of the security header. */
const below = (xml: string, key: string) => xml.replace("</wsse:Security>", `${key}</wsse:Security>`);

async function decrypted(xml: string, keys = testKeys) {
  const response = { fields, body: new TextEncoder().encode(xml), status: 200, reason: "OK" };
  return decryptedResponse(response, { keys: decryptionKeys(keys), compute: testCompute });
}

async function verified(xml: string) {
  const response = await decrypted(xml);
  const verification = await verifyResponse(response, hostCertificates(testKeys), now);
  return { text: response.decryption?.text ?? "", verification, lines: verificationLines(verification) };
}

async function expected(xml: string, expectations: string) {
  const response = await decrypted(xml);
  const exchange = new ReadExchange({ request: { fields, body: new Uint8Array(0) }, response, total: 1 });
  return (await verifiedResults(expectations, exchange, now)).map(({ text, held, why }) => [text, why ?? held]);
}

suite("Encrypted responses", () => {
  test("A part that was signed and then encrypted is decrypted before its signature is verified", async () => {
    const { key, data } = encrypted(payload);
    const plain = await sent(`<!-- key -->${signature}`, payload);
    const { text, lines } = await verified(plain.replace("<!-- key -->", key).replace(payload, data));
    assert.ok(text.includes(payload));
    assert.deepEqual(lines, ["Signature of Body valid: CN=ec256 (ecdsa-sha256), trusted. Covers Body, Timestamp."]);
  });

  test("A signature of an encrypted part is verified for the received bytes, and covers what is decrypted", async () => {
    const { key, data } = encrypted(payload);
    const xml = below(await sent(signature, data), key);
    const { text, lines } = await verified(xml);
    assert.ok(text.includes(payload));
    assert.deepEqual(lines, ["Signature of Body valid: CN=ec256 (ecdsa-sha256), trusted. Covers Body, Timestamp."]);
    // The order says that the signature is of the ciphertext.
    const swapped = xml.replace(key, "").replace("<wsu:Timestamp", `${key}<wsu:Timestamp`);
    assert.match((await verified(swapped)).lines[0] ?? "", /^Signature of Body invalid/);
  });

  test("A signature that is encrypted is verified", async () => {
    const plain = await sent(`<!-- key -->${signature}`, payload);
    const [own = ""] = /<ds:Signature.*<\/ds:Signature>/s.exec(plain) ?? [];
    const { key, data } = encrypted(own, { type: "Element" });
    const { text, lines } = await verified(plain.replace("<!-- key -->", key).replace(own, data));
    assert.ok(text.includes(own));
    assert.match(lines[0] ?? "", /^Signature of Body valid/);
  });

  test("A signature of encrypted data covers the element that it is decrypted to, and no other with the same id", async () => {
    const block = '<m:Block xmlns:m="urn:m" wsu:Id="ED-1">1</m:Block>';
    const { key, data } = encrypted(block, { type: "Element" });
    const parts = `${timestamp}${token("ec256")}{{$signature ec256 parts="#ED-1"}}`;
    const xml = below((await signedMessage(request(secured(parts, { header: data })), sentAt)).body, key);
    assert.deepEqual((await verified(xml)).verification.signatures[0]?.covered, ["Block"]);
    // The attacker's own encrypted data becomes a Body with the id of what is signed.
    const [body = ""] = /<soap:Body.*<\/soap:Body>/s.exec(xml) ?? [];
    const attack = encrypted('<soap:Body wsu:Id="ED-1"><evil/></soap:Body>', {
      type: "Element",
      id: "ED-9",
      keyId: "EK-9",
    });
    const attacked = await verified(below(xml.replace(body, attack.data), attack.key));
    assert.ok(attacked.text.includes("<evil/>"));
    assert.deepEqual(attacked.verification.signatures[0]?.covered, ["Block"]);
    assert.ok(attacked.verification.findings.some(({ code }) => code === "signature-body-not-covered"));
  });

  test("A header block that is encrypted is shown as the block", async () => {
    const { key, data } = encrypted('<m:Block xmlns:m="urn:m">1</m:Block>', { type: "Element" });
    const header = `<wsse11:EncryptedHeader xmlns:wsse11="http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd">${data}</wsse11:EncryptedHeader>`;
    const { decryption } = await decrypted(secured(key, { header }));
    assert.match(decryption?.text ?? "", /<soap:Header><m:Block xmlns:m="urn:m">1<\/m:Block>\s/);
  });

  test("The key is found in KeyInfo, by its id or in the list that names the data", async () => {
    const method = '<ds:KeyInfo><ds:RetrievalMethod URI="#EK-1"/></ds:KeyInfo>';
    const reference = { list: false };
    for (const how of [reference, { ...reference, keyInfo: method }, { keyInfo: "" }]) {
      const { key, data } = encrypted(payload, how);
      assert.ok(
        (await decrypted(secured(key, { body: data }))).decryption?.text.includes(payload),
        JSON.stringify(how),
      );
    }
    const { key } = encrypted(payload, { list: false });
    const inside = encrypted(payload, { list: false, keyInfo: "<!-- -->" });
    const data = inside.data.replace("<!-- -->", `<ds:KeyInfo>${inside.key}</ds:KeyInfo>`);
    assert.ok((await decrypted(secured(key, { body: data }))).decryption?.text.includes(payload));
    const none = encrypted(payload, { list: false, keyInfo: "" });
    assert.deepEqual(
      (await decrypted(secured(none.key, { body: none.data }))).decryption?.parts[0]?.failure?.message,
      ["Body isn't decrypted: the message has no encrypted key for it."][0],
    );
  });

  test("A part that is encrypted twice is decrypted twice, and at most as often as the limit", async () => {
    let markup = payload;
    const levels: string[] = [];
    for (let level = 1; level <= deepestEncryption + 1; level++) {
      const one = encrypted(markup, { id: `ED-${level}`, keyId: `EK-${level}`, list: false });
      markup = one.key + one.data;
      levels.push(markup);
    }
    const deepest = levels.at(-2) ?? "";
    assert.ok((await decrypted(secured("", { body: deepest }))).decryption?.text.includes(payload));
    const { decryption } = await decrypted(secured("", { body: markup }));
    assert.ok(!decryption?.text.includes(payload));
    assert.equal(
      decryption?.parts.at(-1)?.failure?.message,
      `Body isn't decrypted: it is encrypted more than ${deepestEncryption} times.`,
    );
  });

  test("More encrypted parts than the limit stay encrypted, and are reported once", async () => {
    const { key, data } = encrypted(payload);
    const body = `${data}\n`.repeat(mostEncryptedParts + 2);
    const { decryption } = await decrypted(secured(key, { body }));
    const failures = decryption?.parts.filter(({ failure }) => failure) ?? [];
    assert.equal(decryption?.parts.length, mostEncryptedParts + 1);
    assert.deepEqual(
      failures.map(({ failure }) => failure?.message),
      [`Body isn't decrypted: the message has more than ${mostEncryptedParts} encrypted parts.`],
    );
  });

  test("The reason names an algorithm or a type that isn't supported", async () => {
    const { key, data } = encrypted(payload);
    const changes = [
      ["#aes256-gcm", "#kw-aes256", "the algorithm kw-aes256 isn't supported."],
      ["#rsa-oaep-mgf1p", "#kw-tripledes", "the algorithm kw-tripledes isn't supported."],
      ["xmlenc#Content", "xmlenc#Other", "the type Other isn't supported."],
      ["#sha1", "#md5", "the algorithm rsa-oaep-mgf1p isn't supported."],
      [
        /<xenc:CipherValue>[^<]*(?=<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData)/,
        "<xenc:CipherValue>-",
        "its bytes aren't in it.",
      ],
    ] as const;
    for (const [from, to, why] of changes) {
      const xml = secured(key, { body: data }).replace(from, to);
      const { decryption } = await decrypted(xml);
      assert.equal(decryption?.parts[0]?.failure?.message, `Body isn't decrypted: ${why}`);
      assert.equal(decryption?.text, xml);
    }
  });

  test("The failure is the same for a wrong key, changed bytes, wrong padding and markup that isn't well-formed", async () => {
    const cases = ["<a>", "</x><x>", "&undefined;", '<!DOCTYPE a [<!ENTITY e "e">]>', "<p:a/>"].map((one) => {
      const { key, data } = encrypted(one);
      return secured(key, { body: data });
    });
    const good = secured(encrypted(payload).key, { body: encrypted(payload).data });
    for (const xml of [...cases, good]) {
      const { decryption } = await decrypted(xml);
      assert.equal(
        decryption?.parts[0]?.failure?.message,
        "Body isn't decrypted: no key in soaphttp.keys decrypts it.",
        xml,
      );
    }
    const recipient =
      "<ds:KeyInfo><ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>CN=CA</ds:X509IssuerName><ds:X509SerialNumber>17</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data></ds:KeyInfo>";
    const { key, data } = encrypted(payload, { recipient });
    const none = { ...testKeys, names: () => [] };
    const { decryption } = await decrypted(secured(key, { body: data }), none);
    assert.equal(
      decryption?.parts[0]?.failure?.message,
      "Body isn't decrypted: no key in soaphttp.keys decrypts it. It is for CN=CA, serial 17.",
    );
  });

  test("Paths and signatures in expectations see what is decrypted", async () => {
    const { key, data } = encrypted(payload);
    const plain = await sent(`<!-- key -->${signature}`, payload);
    const xml = plain.replace("<!-- key -->", key).replace(payload, data);
    assert.deepEqual(
      await expected(xml, "# @expect //*:Result = 5\n# @expect signature\n# @expect signature //*:Result"),
      [
        ["//*:Result = 5", true],
        ["signature", true],
        ["signature //*:Result", true],
      ],
    );
  });

  test("The formatted view and the parts of a multipart response show what is decrypted, and Raw the bytes received", async () => {
    const pdf = "%PDF-1.7 of the invoice";
    const contentType = 'multipart/related; boundary="b"; type="text/xml"';
    const envelope = secured('{{$encrypted me parts="Body cid:p" mimeType="application/pdf"}}', { body: payload });
    const parts = [
      `--b\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n${envelope}\r\n`,
      `--b\r\nContent-Type: application/octet-stream\r\nContent-ID: <p>\r\n\r\n${pdf}\r\n`,
    ];
    const message = `POST / HTTP/1.1\nHost: h\nContent-Type: ${contentType}\nContent-Length: {{$contentLength}}\n\n${parts.join("")}--b--`;
    const { body } = (await signedMessage(message)).outgoing;
    const host = async () => hostKeys(testKeys, testCompute);
    const asked = { uri: "a:", contentType, body: Buffer.from(body).toString("base64") };
    const [root, part] = receivedParts(asked, await decryptedParts(asked, host)).parts;
    assert.deepEqual([part?.name, part?.mediaType], ["p.pdf", "application/pdf"]);
    assert.equal(Buffer.from(part?.decrypted ?? "", "base64").toString(), pdf);
    assert.ok(Buffer.from(root?.decrypted ?? "", "base64").includes(payload));
    const shownAs = async (format: boolean) => {
      const params = { ...received(`HTTP/1.1 200 OK\r\nContent-Type: ${contentType}\r\n\r\n`, body), format };
      return presentResponse(params, [], (await verifyPresented(params, host, now)).decryption).text;
    };
    assert.ok((await shownAs(true)).includes(`… ${pdf.length} bytes of application/pdf`));
    assert.ok(!(await shownAs(false)).includes("application/pdf\n"));
  });

  test("The formatted view shows what is decrypted, and Raw the bytes that were received", async () => {
    const { key, data } = encrypted(payload);
    const other = encrypted(payload, { id: "ED-2", keyId: "EK-2" });
    const unknown = other.data.replace("#aes256-gcm", "#kw-aes256");
    const xml = secured(key + other.key, { body: data + unknown, header: "<m:Before/>" });
    const head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n";
    const shownAs = async (format: boolean) => {
      const params = { ...received(head, xml), format };
      const presented = await verifyPresented(params, async () => hostKeys(testKeys, testCompute), now);
      const { text } = presentResponse(params, [], presented.decryption);
      const findings = checkResponse(text, params.facts, undefined, undefined, [], presented.verification);
      const [finding] = findings.filter(({ code }) => code === "encryption-unsupported");
      return { text, lines: presented.encryption, at: text.slice((finding?.at.start ?? 0) - 1, finding?.at.end) };
    };
    const lines = [
      "Body isn't decrypted: the algorithm kw-aes256 isn't supported.",
      "Decrypted with me: Body (aes256-gcm, rsa-oaep-mgf1p).",
    ];
    const formatted = await shownAs(true);
    assert.match(formatted.text, /<m:Result xmlns:m="urn:m">5<\/m:Result>/);
    assert.deepEqual(formatted.lines, lines);
    assert.equal(formatted.at, "<xenc:EncryptedData");
    const raw = await shownAs(false);
    assert.ok(raw.text.endsWith(xml));
    assert.deepEqual([raw.lines, raw.at], [lines, "<xenc:EncryptedData"]);
  });

  test("The decrypted parts are listed in JSON and in words", async () => {
    const { key, data } = encrypted(payload);
    const { decryption } = await decrypted(secured(key, { body: data }));
    assert.ok(decryption);
    assert.deepEqual(encryptionLines(decryption), ["Decrypted with me: Body (aes256-gcm, rsa-oaep-mgf1p)."]);
    assert.deepEqual(decryption.parts.map(presentEncryption), [
      { part: "Body", algorithm: "aes256-gcm", transport: "rsa-oaep-mgf1p", key: "me", decrypted: true },
    ]);
  });
});
