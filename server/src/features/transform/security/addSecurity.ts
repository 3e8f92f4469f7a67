import * as l10n from "@vscode/l10n";
import type { Message } from "../../../message/message.ts";
import { contentLengthVariable, type Scope } from "../../../message/scope.ts";
import type { SecurityAnswers, SecurityKind, SecurityQuestion } from "../../../protocol/protocol.ts";
import {
  contentLengthHolds,
  countText,
  firstMessage,
  insert,
  insertHeader,
  removeLine,
  replace,
  setValue,
} from "../../../rules/edits.ts";
import type { Edit } from "../../../rules/rule.ts";
import { isSecurity, securityHeaders, timestampIn } from "../../../security/header.ts";
import { freeId, shownId } from "../../../security/ids.ts";
import { childElements, type Envelope } from "../../../soap/envelope.ts";
import { securityNamespace } from "../../../soap/security.ts";
import { applyEdits } from "../../../text/edits.ts";
import { firstBreak } from "../../../text/lines.ts";
import { indented, lines, type Snippet } from "../../../text/snippet.ts";
import { contains } from "../../../text/span.ts";
import { authDirectives } from "../../../variables/authDirective.ts";
import { prefixesIn } from "../../../xml/query.ts";
import type { XmlElement } from "../../../xml/tree.ts";
import {
  digestToken,
  idEdits,
  inSecurity,
  secretDefinitions,
  signatureBy,
  signedTimestamp,
  timestamp,
  usernameToken,
  type WritePart,
} from "../../support/headerBlocks.ts";
import { insertBlock } from "./insertBlock.ts";

interface Row {
  readonly kind: SecurityKind;
  readonly label: () => string;
  readonly detail: () => string;
  readonly asks: readonly SecurityQuestion[];
  readonly uses: readonly ("user" | "password" | "token")[];
  /** `undefined` if the request already has the security, or has no place for it. */
  readonly edits: (message: Message, answers: SecurityAnswers) => readonly Edit[] | undefined;
}

const credentials = { asks: ["user"], uses: ["user", "password"] } as const;

const rows: readonly Row[] = [
  {
    kind: "usernameDigest",
    label: () => "UsernameToken (digest)",
    detail: () => l10n.t("WS-Security: user and password digest, with Nonce and Created"),
    ...credentials,
    edits: (message) => token(message, digestToken, "password"),
  },
  {
    kind: "usernameText",
    label: () => "UsernameToken (text)",
    detail: () => l10n.t("WS-Security: user and password as text"),
    ...credentials,
    edits: (message) => token(message, usernameToken, "{{password}}"),
  },
  {
    kind: "timestamp",
    label: () => "Timestamp",
    detail: () => l10n.t("WS-Security: when the message was created, and when it expires"),
    asks: [],
    uses: [],
    edits: addTimestamp,
  },
  {
    kind: "signature",
    label: () => l10n.t("Signature"),
    detail: () => l10n.t("WS-Security: signs parts of the message with a key, and sends its certificate"),
    asks: ["key", "parts"],
    uses: [],
    edits: addSignature,
  },
  {
    kind: "basic",
    label: () => "HTTP Basic",
    detail: () => l10n.t("User and password in the Authorization header"),
    ...credentials,
    edits: (message) => authorization(message, "Basic {{$basic user password}}"),
  },
  {
    kind: "bearer",
    label: () => l10n.t("Bearer Token"),
    detail: () => l10n.t("A token in the Authorization header"),
    asks: [],
    uses: ["token"],
    edits: (message) => authorization(message, "Bearer {{token}}"),
  },
  {
    kind: "digest",
    label: () => "HTTP Digest",
    detail: () => l10n.t("Responds to the challenge of the service; the password isn't sent"),
    ...credentials,
    edits: (message) => challenged(message, "digest"),
  },
  {
    kind: "ntlm",
    label: () => "NTLM",
    detail: () => l10n.t("Responds to the challenge of the service; for a user of a domain: DOMAIN\\user"),
    ...credentials,
    edits: (message) => challenged(message, "ntlm"),
  },
  {
    kind: "negotiate",
    label: () => "Kerberos",
    detail: () => l10n.t("Responds to a Negotiate challenge with the ticket of the logged-in user"),
    asks: [],
    uses: [],
    edits: (message) => challenged(message, "negotiate"),
  },
];

/** The kinds of security that can be added to a request, with the questions to ask the user. */
export function securityChoices(message: Message) {
  const possible = rows.filter(({ edits }) => edits(message, {}) !== undefined);
  return possible.map(({ kind, label, detail, asks, uses }) => {
    const isDefined = uses.every((name) => message.scope.variables.names.includes(name));
    return { kind, label: label(), detail: detail(), asks: asks.filter((one) => one !== "user" || !isDefined) };
  });
}

/** The parts that a signature can sign, in the order of the message. */
export function signableParts({ envelope }: Message) {
  return envelope ? partsOf(envelope).map(({ name, isUsual }) => ({ name, isUsual })) : [];
}

/** Includes definitions of variables and Content-Length; `undefined` if the security can't be added. */
export function addSecurity(
  message: Message,
  kind: SecurityKind,
  answers: SecurityAnswers,
): readonly Edit[] | undefined {
  const row = rows.find((one) => one.kind === kind);
  const edits = row?.edits(message, answers);
  if (!row || !edits) return undefined;
  const missing = row.uses.filter((name) => !message.scope.variables.names.includes(name));
  const defined = secretDefinitions(message, missing).map(({ newText, ...at }) => {
    const isNamed = answers.user !== undefined && answers.user !== "";
    return { ...at, newText: isNamed ? newText.replace("{{$secret user}}", () => answers.user ?? "") : newText };
  });
  return withLength(message, [...defined, ...edits], scopeWith(message.scope, missing));
}

/** A scope with the new variables as secrets, whose lengths are unknown. */
function scopeWith(scope: Scope, missing: readonly string[]): Scope {
  return scope.withValues((name, placed) => scope.lookup(missing.includes(name) ? `$secret ${name}` : name, placed));
}

/** Corrects a typed Content-Length. If the length isn't known before sending, it becomes a variable. */
function withLength(message: Message, edits: readonly Edit[], scope: Scope): readonly Edit[] {
  const field = message.field("content-length");
  if (!field || !/^\d+$/.test(field.value.text) || contentLengthHolds(message) === false) return edits;
  const after = firstMessage(applyEdits(message.text, edits), scope);
  if (!after || contentLengthHolds(after) === true) return edits;
  const count = contentLengthHolds(after) === false ? countText(after) : undefined;
  return [...edits, replace(field.value.typed, count ?? `{{${contentLengthVariable}}}`)];
}

function authorization(message: Message, value: string): readonly Edit[] | undefined {
  const field = message.field("authorization");
  const [scheme = ""] = value.split(" ");
  if (!message.syntax.requestLine || field?.value.text.startsWith(`${scheme} {{`)) return undefined;
  const directives = authDirectives(message.segment).map((one) => removeLine(message.text, one));
  return [...directives, field ? setValue(field, value) : insertHeader(message, `Authorization: ${value}`)];
}

function challenged(message: Message, scheme: "digest" | "ntlm" | "negotiate"): readonly Edit[] | undefined {
  const { syntax, text, segment } = message;
  const directives = authDirectives(segment);
  if (!syntax.requestLine || directives.some(({ kind }) => kind === scheme)) return undefined;
  return [
    ...directives.map((one) => removeLine(text, one)),
    insert(syntax.first.start, `# @auth ${scheme}${scheme === "negotiate" ? "" : " user password"}${firstBreak(text)}`),
    ...message.fieldsNamed("authorization").map(({ line }) => removeLine(text, line)),
  ];
}

function token(message: Message, write: WritePart, password: string): readonly Edit[] | undefined {
  if (findIn(message, "UsernameToken")) return undefined;
  return inHeader(message, [(place) => filled(write(place), ["{{user}}", password])]);
}

function addTimestamp(message: Message): readonly Edit[] | undefined {
  if (findIn(message, "Timestamp")) return undefined;
  const isSigned = message.body?.signatures.all.some(({ options }) => !options.parts);
  return inHeader(message, [isSigned ? signedTimestamp : timestamp]);
}

function addSignature(message: Message, { key = "me", parts }: SecurityAnswers): readonly Edit[] | undefined {
  const { envelope, body } = message;
  if (!envelope?.body || (body?.signatures.all.length ?? 0) > 0) return undefined;
  const { document } = envelope;
  const available = partsOf(envelope);
  const signed = available.filter(({ name, isUsual }) => parts?.includes(name) ?? isUsual);
  const hasTimestamp = available.some(({ name, element }) => name === "Timestamp" && element !== undefined);
  const addsTimestamp = !hasTimestamp && signed.some(({ name }) => name === "Timestamp");
  // Without the option `parts`, a signature covers the Body, and the Timestamp if there is one.
  const usual = available.filter(
    ({ name, element }) => name === "Body" || (name === "Timestamp" && (element || addsTimestamp)),
  );
  const isUsual = signed.length === usual.length && usual.every((one) => signed.includes(one));
  const options = isUsual ? "" : ` parts="${signed.map(({ name }) => name).join(" ")}"`;
  const id = freeId(document, "X509");
  const ids = signed.flatMap(({ element }) => (element ? idEdits(document, element) : []));
  const blocks = inHeader(message, [
    ...(addsTimestamp ? ([(place) => signedTimestamp(place, freeId(document, "TS"))] satisfies WritePart[]) : []),
    (place) => lines(signatureBy(place, key, id, options)),
  ]);
  return blocks && [...blocks, ...ids];
}

interface Part {
  /** The name of the part in the option `parts`. */
  readonly name: string;
  /** The element of the part; `undefined` if the part is added together with the signature. */
  readonly element: XmlElement | undefined;
  /** Whether the part is signed by default. */
  readonly isUsual: boolean;
}

function partsOf(envelope: Envelope): readonly Part[] {
  const { body, headerBlocks, document } = envelope;
  const [security] = securityHeaders(envelope);
  const blocks = headerBlocks.map(({ element }) => element).filter((element) => !isSecurity(element));
  const elements = [...(body ? [body] : []), ...(security ? childElements(security) : []), ...blocks];
  const nameOf = (element: XmlElement) => {
    const isUnique = elements.every((other) => other === element || other.local !== element.local);
    const id = shownId(document, element);
    return isUnique ? element.local : id === "" ? undefined : `#${id}`;
  };
  const present = elements.flatMap((element): readonly Part[] => {
    const name = nameOf(element);
    return name === undefined ? [] : [{ name, element, isUsual: ["Body", "Timestamp"].includes(name) }];
  });
  const has = (local: string) => elements.some((element) => element.local === local);
  return [
    ...present,
    ...(has("Timestamp") ? [] : [{ name: "Timestamp", element: undefined, isUsual: true }]),
    ...(has("BinarySecurityToken") ? [] : [{ name: "BinarySecurityToken", element: undefined, isUsual: false }]),
  ];
}

function findIn({ envelope }: Message, local: string): XmlElement | undefined {
  const [security] = envelope ? securityHeaders(envelope) : [];
  if (!security) return undefined;
  return local === "Timestamp"
    ? timestampIn(security)
    : childElements(security).find((one) => one.local === local && one.namespace === securityNamespace);
}

/** Inserts parts into `wsse:Security`, before an existing signature, or into a new header block. */
function inHeader({ envelope, text, body }: Message, writes: readonly WritePart[]): readonly Edit[] | undefined {
  if (!envelope?.version || envelope.document.problems.length > 0) return undefined;
  const { document, element, header, version } = envelope;
  const [security] = securityHeaders(envelope);
  const parent = security ?? header ?? element;
  const place = { version, firstStop: 1, prefixes: prefixesIn(document, parent) };
  if (security) {
    const signature = body?.signatures.all.find(({ reference }) => contains(security, reference));
    return [insertBlock(text, security, lines(writes.map((write) => write(place))), signature?.reference.start)];
  }
  const block = inSecurity(place, writes);
  if (header) return [insertBlock(text, header, block)];
  const name = element.prefix === "" ? "Header" : `${element.prefix}:Header`;
  const whole = lines([`<${name}>`, indented(block), `</${name}>`]);
  return [insertBlock(text, element, whole, envelope.body?.start)];
}

/** The snippet in which texts replace the tab stops, in their order. */
function filled(snippet: Snippet, texts: readonly string[]): Snippet {
  return snippet.map((piece) => (typeof piece === "string" ? piece : (texts[piece.stop - 1] ?? "")));
}
