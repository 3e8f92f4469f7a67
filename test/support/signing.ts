import assert from "node:assert/strict";
import { constants, createPrivateKey, privateDecrypt, sign as signData } from "node:crypto";
import { readCertificate } from "../../server/src/crypto/certificate.ts";
import { withoutPadding } from "../../server/src/crypto/rsa.ts";
import type { ReadExchange } from "../../server/src/evaluation/evaluate.ts";
import type { KeyOperation, KeyResult } from "../../server/src/protocol/protocol.ts";
import { type SignedText, type SigningContext, signedTexts } from "../../server/src/security/sign.ts";
import { readSignatureOptions } from "../../server/src/security/signatureOptions.ts";
import { planSignature } from "../../server/src/security/signaturePlan.ts";
import {
  analyze,
  type Compute,
  computedOutgoing,
  evaluateRequest,
  expectsSignature,
  hostCertificates,
  type Keys,
  LastExchanges,
  messagesOf,
  type Outgoing,
  requestAt,
  type Sending,
  verifyExpected,
} from "../../server/src/service/languageService.ts";
import { parseXml } from "../../server/src/xml/parser.ts";
import { certificatesOf, keyFile } from "./keyFiles.ts";
import { fixedSending } from "./outgoing.ts";
import { around } from "./resolver.ts";

/** Files of `test/fixtures/keys` by the names of keys. */
const files: Readonly<Record<string, string>> = {
  me: "me.pem",
  ec256: "ec256.sec1.pem",
  ec384: "ec384.sec1.pem",
  ec521: "ec521.sec1.pem",
};

/** Keys for tests, and two files with certificates only. */
export const testKeys: Keys = {
  names: () => [...Object.keys(files), "root"],
  find: (name) => {
    if (name === "root")
      return { kind: "key", info: { certificates: certificatesOf("root.pem"), algorithm: undefined } };
    const file = files[name];
    if (file === undefined) return { kind: "missing", why: `There is no key ${name}.` };
    const certificates = certificatesOf(file);
    const algorithm = certificates[0] && readCertificate(certificates[0])?.publicKey.algorithm;
    return { kind: "key", info: { certificates, algorithm } };
  },
  trusted: () => certificatesOf("root.pem"),
};

/** Computes with the private keys of the files, by Node. */
export const testCompute: Compute = async (operations) => operations.map(resultOf);

function resultOf({ key: name, data, ...operation }: KeyOperation): KeyResult {
  const text = Buffer.from(keyFile(files[name] ?? "")).toString("latin1");
  const pem = /-----BEGIN (?:EC |RSA )?PRIVATE KEY-----[^-]*-----END [A-Z ]*-----/.exec(text)?.[0] ?? "";
  const { RSA_NO_PADDING, RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_DIGEST } = constants;
  const key = createPrivateKey(pem);
  if (operation.kind === "decrypt") {
    const block = privateDecrypt({ key, padding: RSA_NO_PADDING }, data);
    const value = withoutPadding(block, operation.algorithm, data, keyFile(files[name] ?? ""));
    return value ? { kind: "value", value } : { kind: "failed", why: "OAEP doesn't fit." };
  }
  const { name: algorithm, hash } = operation.algorithm;
  const pss = algorithm === "pss" ? { padding: RSA_PKCS1_PSS_PADDING, saltLength: RSA_PSS_SALTLEN_DIGEST } : {};
  const how = { key, dsaEncoding: "ieee-p1363", ...pss } as const;
  return { kind: "value", value: new Uint8Array(signData(hash.replace("-", ""), data, how)) };
}

/**
 * The text with the plan of its only signature, by the key `me`. `sign` computes the signature, without its value if there is no
 * operation; at most `left` bytes are canonicalized.
 */
export function plannedSignature(text: string): {
  readonly planned: string;
  sign(left: number, operation?: SigningContext["operation"]): readonly SignedText[];
} {
  const [placeholder = "", options = ""] = /\{\{(\$signature .*?)\}\}/.exec(text) ?? [];
  const start = text.indexOf(placeholder);
  const at = { start, end: start + placeholder.length };
  const none = { attachments: new Map(), open: { hasMarkup: () => false, mayBring: () => false }, isXop: false };
  const place = { document: parseXml(text), at, all: [at], index: 0, signatures: [{ at, id: undefined }], ...none };
  const key = testKeys.find("me");
  assert.ok(key?.kind === "key");
  const context = { ...place, references: 0, time: new Date(0) };
  const { plan } = planSignature(context, readSignatureOptions(options), key.info);
  assert.ok(plan);
  const planned = text.replace(placeholder, () => plan.text);
  const xml = { start: 0, end: planned.length };
  const how = { text: planned, xml, attachments: none.attachments, parse: parseXml };
  return {
    planned,
    sign: (left, operation = () => undefined) =>
      signedTexts({ ...how, operation, canonicalized: { left } }, [{ plan, start, covers: [] }]),
  };
}

export async function signedMessage(
  text: string,
  sending: Partial<Sending> = {},
  keys: Keys = testKeys,
): Promise<{ readonly outgoing: Outgoing; readonly body: string; readonly errors: readonly string[] }> {
  const analysis = analyze(text, undefined, around({ keys }));
  const [request] = messagesOf(analysis);
  assert.ok(request);
  const made = await computedOutgoing(analysis, request, { ...fixedSending, ...sending }, testCompute);
  assert.ok(made.kind === "message", JSON.stringify(made));
  const { outgoing } = made;
  return {
    outgoing,
    body: new TextDecoder().decode(outgoing.body),
    errors: made.errors.map(({ code }) => code),
  };
}

const wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

export const token = (key: string) =>
  `<wsse:BinarySecurityToken wsu:Id="X509" EncodingType="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary" ValueType="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3">{{$certificate ${key}}}</wsse:BinarySecurityToken>`;

export const timestamp =
  '<wsu:Timestamp wsu:Id="TS"><wsu:Created>{{$wsu.created}}</wsu:Created><wsu:Expires>{{$wsu.expires}}</wsu:Expires></wsu:Timestamp>';

/** A SOAP 1.1 envelope whose `wsse:Security` has a content. */
export function secured(
  security: string,
  { body = "<m:Add><m:a>1</m:a></m:Add>", header = "", id = ' wsu:Id="Body"' } = {},
): string {
  return `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="urn:m" xmlns:wsu="${wsu}">
  <soap:Header>${header}
    <wsse:Security xmlns:wsse="${wsse}" soap:mustUnderstand="1">
      ${security}
    </wsse:Security>
  </soap:Header>
  <soap:Body${id}>${body}</soap:Body>
</soap:Envelope>`;
}

export function request(body: string, head = ""): string {
  return `POST /s HTTP/1.1\nHost: h\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""\n${head}\n${body}\n`;
}

/** The results of expectations, one of them about signatures, for a response that is verified at a time. */
export async function verifiedResults(expectations: string, exchange: ReadExchange, now: Date) {
  const analysis = analyze(`${expectations}\n${request(secured(""))}`);
  const info = requestAt(analysis, 0);
  assert.ok(info && expectsSignature(info));
  const last = new LastExchanges();
  const certificates = hostCertificates(testKeys);
  const verification = await verifyExpected(analysis, info, exchange, fixedSending, last, certificates, now);
  return evaluateRequest(analysis, info, true, exchange, fixedSending, last, verification).results;
}
