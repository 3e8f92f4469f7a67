import assert from "node:assert/strict";
import type { Certificate } from "../../../server/src/crypto/certificate.ts";
import { signatureProblems, type Verification } from "../../../server/src/security/verification/verification.ts";
import { verifySignatures } from "../../../server/src/security/verification/verify.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { elements } from "../../../server/src/xml/query.ts";
import { extension, keyUsage, TestAuthority } from "../../support/certificates.ts";
import { certificateOf } from "../../support/keyFiles.ts";
import { request, secured, signedMessage, timestamp, token } from "../../support/signing.ts";

/*
 * Each change of a signed message that somebody between a service and its client could make, against `# @expect signature`.
 */

const now = new Date("2027-03-01T12:35:00Z");
const relatesTo =
  '<a:RelatesTo xmlns:a="http://www.w3.org/2005/08/addressing" wsu:Id="R" RelationshipType="r">urn:1</a:RelatesTo>';

async function message(): Promise<string> {
  const signature = '{{$signature ec256 parts="Body Timestamp RelatesTo"}}';
  const text = secured(`${timestamp}${token("ec256")}${signature}`, {
    header: relatesTo,
    body: '<m:Add n="1"><m:a>1</m:a></m:Add>',
  });
  return (await signedMessage(request(text), { now: new Date("2027-03-01T12:34:56Z") })).body;
}

const root = certificateOf("root.pem");

async function verified(xml: string, trusted: readonly Certificate[] = [root], at = now): Promise<Verification> {
  return verifySignatures(parseXml(xml), { known: [], trusted }, at);
}

async function problems(...message: Parameters<typeof verified>): Promise<readonly string[]> {
  return signatureProblems(await verified(...message));
}

/** Where each signed part may stand, and what it is. */
const parts = { Body: "soap:Body", Timestamp: "wsu:Timestamp", RelatesTo: "a:RelatesTo" } as const;

function partOf(xml: string, part: keyof typeof parts): string {
  const [text = ""] = new RegExp(`<${parts[part]}[ >].*?</${parts[part]}>`, "s").exec(xml) ?? [];
  assert.notEqual(text, "");
  return text;
}

/** A part with another content, and another id, the same, or none. */
function forged(part: string, id: "same" | "other" | "none"): string {
  const changed = part.replaceAll("2027", "2099").replace("urn:1", "urn:2").replace("<m:a>1", "<m:a>9");
  assert.notEqual(changed, part);
  if (id === "same") return changed;
  return changed.replace(/ wsu:Id="\w+"/, id === "other" ? ' wsu:Id="other"' : "");
}

/** Everywhere that an element may be inserted. */
const places: Readonly<Record<string, (xml: string, inserted: string) => string>> = {
  "at the start of Header": (xml, one) => xml.replace("<soap:Header>", `$&${one}`),
  "at the end of Header": (xml, one) => xml.replace("</soap:Header>", `${one}$&`),
  "in a header block": (xml, one) => xml.replace("<soap:Header>", `$&<m:W>${one}</m:W>`),
  "in a second Header": (xml, one) => xml.replace("</soap:Header>", `$&<soap:Header>${one}</soap:Header>`),
  "at the start of Security": (xml, one) => xml.replace(/<wsse:Security [^>]*>/, `$&${one}`),
  "at the end of Security": (xml, one) => xml.replace("</wsse:Security>", `${one}$&`),
  "in an element of Security": (xml, one) => xml.replace("</wsse:Security>", `<m:W>${one}</m:W>$&`),
  "in an Object of the signature": (xml, one) => xml.replace("</ds:Signature>", `<ds:Object>${one}</ds:Object>$&`),
  "before the Body": (xml, one) => xml.replace("</soap:Header>", `$&${one}`),
  "behind the Body": (xml, one) => xml.replace("</soap:Envelope>", `${one}$&`),
  "in an element behind the Body": (xml, one) => xml.replace("</soap:Envelope>", `<m:W>${one}</m:W>$&`),
};

/** Places where a receiver looks for a part. */
const ownPlaces: Readonly<Record<keyof typeof parts, readonly string[]>> = {
  Body: ["before the Body", "behind the Body"],
  Timestamp: ["at the start of Security", "at the end of Security"],
  RelatesTo: ["at the start of Header", "at the end of Header"],
};

const partNames = Object.keys(parts) as (keyof typeof parts)[];

suite("# @expect signature", () => {
  test("the expectation holds for the message as it was signed", async () => {
    assert.deepEqual(await problems(await message()), []);
  });

  test("the expectation doesn't hold for a message whose signed part was moved", async () => {
    const xml = await message();
    const held: string[] = [];
    for (const name of partNames) {
      const part = partOf(xml, name);
      for (const [place, insert] of Object.entries(places)) {
        for (const id of ["same", "other", "none", undefined] as const) {
          if (id === undefined && ownPlaces[name].includes(place)) continue;
          const changed = insert(xml.replace(part, id ? forged(part, id) : ""), part);
          const verification = await verified(changed);
          const isReported = verification.findings.some(({ code }) => code === "signature-wrapped");
          if (!isReported || signatureProblems(verification).length === 0) held.push(`${name} ${place}, ${id} id`);
        }
      }
    }
    assert.deepEqual(held, []);
  });

  test("the expectation doesn't hold for a message that has a signed part twice", async () => {
    const xml = await message();
    const held: string[] = [];
    for (const name of partNames) {
      const part = partOf(xml, name);
      for (const place of ownPlaces[name]) {
        for (const id of ["same", "other", "none"] as const) {
          const changed = places[place]?.(xml, forged(part, id)) ?? "";
          if ((await problems(changed)).length === 0) held.push(`${name} ${place}, id: ${id}`);
        }
      }
    }
    const foreign = '<Body xmlns="http://www.w3.org/2003/05/soap-envelope"/>';
    for (const body of ["<soap:Body/>", foreign, "<Body/>", '<m:Body wsu:Id="other"/>']) {
      const changed = xml.replace("</soap:Envelope>", `${body}$&`);
      if ((await problems(changed)).length === 0) held.push(body);
    }
    assert.deepEqual(held, []);
  });

  test("the expectation doesn't hold for a message that was wrapped in another one", async () => {
    const xml = await message();
    const soap = "http://schemas.xmlsoap.org/soap/envelope/";
    const evil = (content: string, header = "") =>
      `<e:Envelope xmlns:e="${soap}"><e:Header>${header}</e:Header><e:Body>${content}</e:Body></e:Envelope>`;
    for (const changed of [evil(xml), evil("<x/>", xml), evil("<x/>", `<w>${xml}</w>`), `<w>${xml}</w>`])
      assert.notDeepEqual(await problems(changed), [], changed);
  });

  test("the expectation doesn't hold if an attribute, a text or an element of a signed part or of SignedInfo was changed", async () => {
    const xml = await message();
    const document = parseXml(xml);
    const signed = [...elements(document)].filter(({ name }) =>
      ["soap:Body", "wsu:Timestamp", "a:RelatesTo", "ds:SignedInfo", "ds:SignatureValue"].includes(name),
    );
    const inside = [...elements(document)].filter((one) =>
      signed.some(({ start, end }) => start <= one.start && one.end <= end),
    );
    const held: string[] = [];
    const change = async (start: number, end: number, by: string) => {
      const changed = xml.slice(0, start) + by + xml.slice(end);
      if ((await problems(changed)).length === 0) held.push(changed.slice(start - 20, start + by.length + 20));
    };
    for (const element of inside) {
      await change(element.start, element.end, "");
      await change(element.end, element.end, xml.slice(element.start, element.end));
      const tag = /^<[\w:]+/.exec(xml.slice(element.start))?.[0] ?? "";
      // The value is the text of its element alone.
      if (element.local !== "SignatureValue")
        await change(element.start + tag.length, element.start + tag.length, ' added=""');
      if (!xml.slice(element.start, element.end).endsWith("/>"))
        await change(element.end - tag.length - 2, element.end - tag.length - 2, "<m:added/>");
      for (const attribute of element.attributes) {
        await change(attribute.start, attribute.end, "");
        await change(attribute.end - 1, attribute.end - 1, "x");
      }
      for (const child of element.children) if (child.kind === "text") await change(child.start, child.end, "MTIz");
    }
    assert.ok(inside.length > 15);
    assert.deepEqual(held, []);
  });

  test("the expectation doesn't hold for a replay: the signed Timestamp has expired", async () => {
    const xml = await message();
    const later = new Date("2027-03-01T12:40:00Z");
    assert.match((await problems(xml, [root], later)).join("\n"), /^The Timestamp expired at /);
    const fresh = forged(partOf(xml, "Timestamp"), "none");
    for (const changed of [xml.replace("<wsu:Timestamp", `${fresh}$&`), xml.replace("</wsu:Timestamp>", `$&${fresh}`)])
      assert.notDeepEqual(await problems(changed, [root], later), []);
  });

  test("the expectation doesn't hold if the certificate was changed, or mustn't sign", async () => {
    const xml = await message();
    const authority = new TestAuthority();
    const { spki } = certificateOf("ec256.sec1.pem").publicKey;
    const using = (extensions: readonly Uint8Array[]) => {
      const certificate = authority.issue(spki, "service", extensions);
      const text = Buffer.from(certificate.der).toString("base64");
      return problems(xml.replace(/(#X509v3">)[^<]*/, `$1${text}`), [authority.certificate]);
    };
    const unknown = (critical: boolean) => extension("2a0304", critical, Buffer.from("0500", "hex"));
    assert.deepEqual(await using([]), []);
    assert.deepEqual(await using([unknown(false), keyUsage("1")]), []);
    assert.deepEqual(await using([keyUsage("01")]), []);
    const untrusted = (why: string) => [`The certificate CN=service isn't trusted: ${why}`];
    assert.deepEqual(
      await using([unknown(true)]),
      untrusted("it has a critical extension that isn't known (1.2.3.4)."),
    );
    // keyEncipherment, keyCertSign, and no bit.
    for (const bits of ["001", "000001", "0"])
      assert.deepEqual(await using([keyUsage(bits)]), untrusted("its key usage doesn't allow signatures."));
    for (const name of ["root.pem", "middle.pem", "me.pem", "ec384.sec1.pem", "expired.pem"]) {
      const text = Buffer.from(certificateOf(name).der).toString("base64");
      assert.notDeepEqual(await problems(xml.replace(/(#X509v3">)[^<]*/, `$1${text}`)), [], name);
    }
    assert.notDeepEqual(await problems(xml.replace(/(#X509v3">)[^<]*/, "$1")), []);
    assert.notDeepEqual(await problems(xml, []), []);
  });
});
