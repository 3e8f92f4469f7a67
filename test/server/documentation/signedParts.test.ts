import { deepEqual, equal, ok } from "node:assert/strict";
import { XmlDocument } from "libxml2-wasm";
import * as library from "../../../server/src/import/library.ts";
import {
  getSignedParts,
  getSignedPartsAt,
  hostKeys,
  verifyPresented,
} from "../../../server/src/service/languageService.ts";
import { contextOf } from "../../support/contexts.ts";
import { encrypted } from "../../support/encrypting.ts";
import { around } from "../../support/resolver.ts";
import { request, secured, signedMessage, testCompute, testKeys, timestamp, token } from "../../support/signing.ts";
import { received } from "../response/captured.ts";

const now = new Date("2027-03-01T12:35:00Z");
const sentAt = { now: new Date("2027-03-01T12:34:56Z") };
const unsigned = "not signed: it can be changed on the way";

/** The boxes of a page: each with its class and its words, indented by its depth; without tokens. */
function boxes(page: string | null): readonly string[] {
  ok(page);
  const document = XmlDocument.fromString(page);
  const lines = document.find("//ul[@class='boxes']/li").map((box) => {
    const parsed = box as unknown as {
      find(path: string): { content: string }[];
      get(path: string): { content: string };
    };
    const words = parsed
      .find("code | span")
      .map(({ content }) => content)
      .join(" ");
    return `${"  ".repeat(parsed.find("ancestor::li").length)}${parsed.get("@class").content}: ${words}`;
  });
  document.dispose();
  return lines.filter((line) => !/BinarySecurityToken|: soap:Envelope|: \w+:Signature/.test(line));
}

/** The sentences above the boxes. */
function sentences(page: string | null): readonly string[] {
  ok(page);
  const document = XmlDocument.fromString(page);
  const texts = document.find("//main/p").map(({ content }) => content);
  document.dispose();
  return texts;
}

function ofRequest(text: string): string | null {
  return getSignedPartsAt(contextOf(text, { resolver: around({ keys: testKeys }) }), 0, "Signed Parts", library);
}

async function ofResponse(xml: string, facts = {}): Promise<string | null> {
  const response = received("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n", xml, facts);
  const presented = await verifyPresented(response, async () => hostKeys(testKeys, testCompute), now);
  return getSignedParts(presented, "Signed Parts", library);
}

const signed = async (security: string, options = {}) =>
  (await signedMessage(request(secured(security, options)), sentAt)).body;

suite("the signed parts of a message", () => {
  test("a request has a box for each part of its envelope, signed or not", () => {
    const page = ofRequest(request(secured(`${timestamp}${token("ec256")}{{$signature ec256 parts=Timestamp}}`)));
    deepEqual(boxes(page), [
      "  other: soap:Header",
      "    other: wsse:Security",
      "      signed: wsu:Timestamp ✓ signed with the key ec256",
      `  unsigned: soap:Body ✗ ${unsigned}`,
    ]);
    deepEqual(sentences(page), []);
    const both = ofRequest(request(secured(`${timestamp}${token("ec256")}{{$signature ec256}}`)));
    equal(boxes(both).at(-1), "  signed: soap:Body ✓ signed with the key ec256");
  });

  test("an element in the Body that is signed has a box in it", () => {
    const body = '<m:a Id="A"><m:b>1</m:b>{{$signature ec256 parts=#A}}</m:a>';
    deepEqual(boxes(ofRequest(request(secured("", { body })))).slice(-2), [
      `  unsigned: soap:Body ✗ ${unsigned}`,
      "    signed: m:a ✓ signed with the key ec256",
    ]);
  });

  test("a part that can't be signed says so", () => {
    const page = ofRequest(request(secured(`${timestamp}${token("ec256")}{{$signature ec256 parts="Body None"}}`)));
    equal(boxes(page).at(-1), "  unsigned: soap:Body ✗ the signature can't be computed");
    deepEqual(sentences(page), ["Something can't be signed or encrypted. The Problems view says why."]);
    const unknown = ofRequest(request(secured(`${timestamp}${token("ec256")}{{$signature none}}`)));
    equal(boxes(unknown).at(-1), "  unsigned: soap:Body ✗ the signature can't be computed");
  });

  test("an encrypted part says so, and may be signed, too", () => {
    const security = `${timestamp}${token("ec256")}{{$encrypted me}}{{$signature ec256}}`;
    equal(
      boxes(ofRequest(request(secured(security)))).at(-1),
      "  signed: soap:Body ✓ signed with the key ec256 ■ content encrypted with the key me",
    );
  });

  test("a part that can't be encrypted says so", () => {
    const page = ofRequest(request(secured(`${timestamp}{{$encrypted none}}`)));
    equal(boxes(page).at(-1), `  unsigned: soap:Body ✗ it can't be encrypted ✗ ${unsigned}`);
    deepEqual(sentences(page), ["Something can't be signed or encrypted. The Problems view says why."]);
  });

  test("a response has what its valid signatures cover, with signer and trust", async () => {
    const xml = await signed(`${timestamp}${token("ec256")}{{$signature ec256 parts=Timestamp}}`);
    const page = await ofResponse(xml);
    deepEqual(boxes(page).slice(-2), [
      "      signed: wsu:Timestamp ✓ signed by CN=ec256, trusted",
      `  unsigned: soap:Body ✗ ${unsigned}`,
    ]);
    ok(sentences(page)[0]?.startsWith("Signature of Timestamp valid: "), sentences(page).join());
  });

  test("a response whose Body was changed has an unsigned Body, and the sentence that says why", async () => {
    const xml = (await signed(`${timestamp}${token("ec256")}{{$signature ec256}}`)).replace(
      "</soap:Body>",
      "<more/></soap:Body>",
    );
    const page = await ofResponse(xml);
    ok(boxes(page).at(-1)?.startsWith("  unsigned: soap:Body ✗ "), boxes(page).join("\n"));
    ok(
      sentences(page).some((one) => one.startsWith("Signature of Body invalid")),
      sentences(page).join(),
    );
  });

  test("a response that isn't read as a whole isn't called unsigned", async () => {
    const page = await ofResponse(await signed(`${timestamp}${token("ec256")}{{$signature ec256}}`), { leftOut: 1 });
    equal(boxes(page).at(-1), "  other: soap:Body ? the signature isn't verified");
  });

  test("a decrypted response says what was encrypted", async () => {
    const { key, data } = encrypted("five");
    const page = await ofResponse(secured(key, { body: data }));
    equal(boxes(page).at(-1), `  unsigned: soap:Body ✗ ${unsigned} ■ content was encrypted`);
    deepEqual(sentences(page), ["Decrypted with me: Body (aes256-gcm, rsa-oaep-mgf1p)."]);
    const element = encrypted('<m:Result xmlns:m="urn:m">5</m:Result>', { type: "Element" });
    const other = await ofResponse(secured(element.key, { body: element.data }));
    equal(boxes(other).at(-1), "    other: m:Result ○ not signed ■ was encrypted");
    const closed = await ofResponse(secured("", { body: data }));
    deepEqual(boxes(closed).slice(-2), [
      `  unsigned: soap:Body ✗ ${unsigned}`,
      "    other: xenc:EncryptedData ○ not signed ■ encrypted, not decrypted",
    ]);
  });

  test("only encrypted elements are called encrypted, not those around them, of their name or with their name as text", async () => {
    const { data } = encrypted("five");
    const clear = "<o:note>EncryptedData is a word</o:note><o:EncryptedData/>";
    const body = `<o:order xmlns:o="urn:o">${clear}<o:card>${data}</o:card></o:order>`;
    const page = await ofResponse(secured("", { body }).replace("<wsse:Security", "<a:Clear xmlns:a='urn:a'/>$&"));
    deepEqual(boxes(page), [
      "  other: soap:Header",
      "    other: a:Clear ○ not signed",
      "    other: wsse:Security ○ not signed",
      `  unsigned: soap:Body ✗ ${unsigned}`,
      "    other: o:order/o:card/xenc:EncryptedData ○ not signed ■ encrypted, not decrypted",
    ]);
  });

  test("a message without an envelope is one box, and text isn't shown", async () => {
    deepEqual(boxes(await ofResponse("<a><b/></a>")), ["other: a ○ not signed"]);
    equal(ofRequest("GET / HTTP/1.1\nHost: h\n"), null);
  });

  test("markup in names, and very many blocks, are texts in a bounded page", async () => {
    const blocks = Array.from({ length: 100_000 }, (_, at) => `<b${at}/>`).join("");
    const page = await ofResponse(secured("").replace("<wsse:Security", `${blocks}<wsse:Security`));
    ok((page?.length ?? 0) < 200_000, String(page?.length));
    const long = await ofResponse(`<${"n".repeat(100_000)}/>`);
    ok((long?.length ?? 0) < 10_000, String(long?.length));
    const deep = await ofResponse(`<a>${"<b>".repeat(50_000)}${"</b>".repeat(50_000)}</a>`);
    ok((deep?.length ?? 0) < 10_000, String(deep?.length));
  });

  test("the parts of very many encrypted elements in a deep element are found in a bounded time", async () => {
    const name = '<e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#"/>';
    const body = `${"<a>".repeat(100_000)}${name.repeat(100_000)}${"</a>".repeat(100_000)}`;
    const page = await ofResponse(secured("", { body }));
    equal(page?.match(/encrypted, not decrypted/g)?.length, 500);
  });
});
