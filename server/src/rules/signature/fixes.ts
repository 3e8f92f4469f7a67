import * as l10n from "@vscode/l10n";
import type { Segment } from "../../format/document.ts";
import type { BodySignature } from "../../message/bodySignatures.ts";
import type { Message } from "../../message/message.ts";
import { ownPath } from "../../message/ownValues.ts";
import { nameableIn } from "../../security/header.ts";
import { freeId } from "../../security/ids.ts";
import { base64Encoding, valueTypes } from "../../security/names.ts";
import type { SignatureOptions } from "../../security/signatureOptions.ts";
import type { SignatureProblem } from "../../security/signaturePlan.ts";
import { utilityNamespace } from "../../soap/facts.ts";
import { afterBreak, firstBreak, indentedBreak } from "../../text/lines.ts";
import { type Reference, references } from "../../text/references.ts";
import { nearest } from "../../text/similar.ts";
import { contains, type Span, shift } from "../../text/span.ts";
import { trimTrailing } from "../../text/trailing.ts";
import { markupOf } from "../../variables/markup.ts";
import { elementContent } from "../../variables/xmlContent.ts";
import { elementAt, namespaceOf, prefixesIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import {
  automaticFix,
  changeTo,
  contentLengthHolds,
  firstMessage,
  fix,
  freeName,
  insert,
  remove,
  replace,
} from "../edits.ts";
import type { Edit, Fix } from "../rule.ts";

/** Inserts a `wsu:Id` into a signed part, or changes its id if the same id occurs twice. */
export function idFix(
  { planned, document }: BodySignature,
  problem: Extract<SignatureProblem, { kind: "part" }>,
): readonly Fix[] {
  if (problem.why !== "no-id") return [];
  const { element } = problem;
  return [addId({ planned, document }, element, freeId(document, element.local))];
}

function addId({ planned, document }: Pick<BodySignature, "planned" | "document">, element: XmlElement, id: string) {
  const at = planned.at({ start: element.nameEnd, end: element.nameEnd }).start;
  return automaticFix(l10n.t("Add {0}", `wsu:Id="${id}"`), insert(at, idAttribute(document, element, id)));
}

/** Inserts a token with the key's certificate, or inserts an id into an existing token. */
export function tokenFix(
  message: Message,
  {
    reference,
    document,
    options,
    planned,
  }: Pick<BodySignature, "reference" | "document" | "planned"> & { readonly options: Pick<SignatureOptions, "key"> },
  { security, unnamed }: Pick<Extract<SignatureProblem, { kind: "token" }>, "security" | "unnamed">,
): readonly Fix[] {
  const id = freeId(document, "X509");
  if (unnamed) return [addId({ planned, document }, unnamed, id)];
  const name = `${security.prefix === "" ? "" : `${security.prefix}:`}BinarySecurityToken`;
  const attributes = `${idAttribute(document, security, id)} EncodingType="${base64Encoding}" ValueType="${valueTypes.certificate}"`;
  const token = `<${name}${attributes}>{{$certificate ${options.key?.text ?? ""}}}</${name}>`;
  const separator = indentedBreak(message.text, reference.start);
  return [automaticFix(l10n.t("Insert BinarySecurityToken"), insert(reference.start, `${token}${separator}`))];
}

/** Moves the signature's placeholder to the end of `wsse:Security`. */
export function moveFix(message: Message, { reference, document, planned, place }: BodySignature): readonly Fix[] {
  const security = elementAt(document, place.start);
  const end = security?.endTag?.start;
  if (end === undefined) return [];
  const to = planned.at({ start: end, end }).start;
  const { text } = message;
  const start = trimTrailing(text.slice(0, reference.start), " \t\r\n").length;
  const from = /[\r\n]/.test(text.slice(start, reference.start)) ? start : reference.start;
  const last = reference.end + trimTrailing(text.slice(reference.end, to), " \t\r\n").length;
  const placeholder = text.slice(from, reference.end);
  return [
    fix(
      l10n.t("Move to the end of wsse:Security"),
      remove({ start: from, end: reference.end }),
      insert(last, placeholder),
    ),
  ];
}

/** Adds `enveloped` before the other transforms. `start`: the offset of the text between the braces. */
export function envelopedEdits(
  { end }: Reference,
  start: number,
  { transforms, at }: SignatureOptions,
): readonly Edit[] {
  const typed = shift(at("transforms"), start);
  return transforms
    ? [insert(typed.start, "enveloped ")]
    : [insert(end - "}}".length, ' transforms="enveloped exclusive"')];
}

/** The part whose name is most like a misspelled one. */
export function nearestPart(
  { document, place }: Pick<BodySignature, "document" | "place">,
  name: string,
  at: Span,
): readonly Fix[] {
  const nameable = nameableIn(document, elementAt(document, place.start)).filter(
    (one) => one.startsWith("#") === name.startsWith("#"),
  );
  const near = nearest(name, nameable);
  return near === undefined || /["\s{}]/.test(near) ? [] : [changeTo(at, near)];
}

/** The fixes for an unknown key: a similar name, or choosing a file for the key. */
export function keyFixes({ scope }: Message, name: string, at: Span): readonly Fix[] {
  if (scope.resolver.keys.find(name).kind !== "missing") return [];
  const near = nearest(name, scope.resolver.keys.names());
  const choose = { ...fix(l10n.t('Choose File for Key "{0}"…', name)), chooseKey: name };
  return [...(near === undefined ? [] : [changeTo(at, near)]), choose];
}

/** The attribute ` wsu:Id="…"`, with a declaration of the prefix if it isn't declared. */
export function idAttribute(document: XmlDocument, element: XmlElement, id: string): string {
  const declared = [...prefixesIn(document, element)].find(
    ([prefix, namespace]) => prefix !== "" && namespace === utilityNamespace,
  )?.[0];
  if (declared !== undefined) return ` ${declared}:Id="${id}"`;
  let prefix = "wsu";
  for (let count = 2; namespaceOf(document, element, prefix) !== undefined; count++) prefix = `wsu${count}`;
  return ` xmlns:${prefix}="${utilityNamespace}" ${prefix}:Id="${id}"`;
}

/**
 * Moves the element that contains the signature and all signed parts into a `# @document`, with the namespace
 * declarations that it needs. No fix if there is no such element, or if the signature can't be computed without the
 * message around it.
 */
export function documentFix(message: Message, { parts, place, planned }: BodySignature): readonly Fix[] {
  const { text, xml, scope, segment } = message;
  const signed = parts.flatMap(({ elements }) => elements);
  const outer = signed.find((one) => [place, ...signed].every((other) => contains(one, other)));
  const start = outer?.parent && planned.at({ start: outer.start, end: outer.nameEnd }).start;
  const element = start === undefined ? undefined : xml && elementAt(xml, start + 1);
  if (!xml || !element || parts.some(({ elements }) => elements.length === 0)) return [];
  if (references(text, element.start, element.end).some(({ name }) => ownPath(name) !== undefined)) return [];
  const { local } = element;
  const usual = /^[A-Za-z]\w*$/.test(local) ? `${local.charAt(0).toLowerCase()}${local.slice(1)}` : "document";
  const name = freeName(usual, scope.variables.names);
  const markup = markupOf(elementContent(xml, element));
  const lineBreak = firstBreak(text);
  const document = `# @document ${name}${lineBreak}${lineBreak}${markup}${lineBreak}`;
  const moved = firstMessage(document, scope)?.body?.signatures.all;
  if (!moved?.every(({ problems }) => problems.length === 0)) return [];
  const separator = `###${lineBreak}`;
  const reference = `{{${name} | xml}}`;
  return [
    fix(
      l10n.t("Move {0} into a # @document", local),
      insert(documentPlace(segment), segment.separator ? separator + document : document + separator),
      replace(element, reference),
      ...countEdits(message, text.slice(element.start, element.end), markup),
    ),
  ];
}

/** Where the document is inserted: in the first segment, below the variables and above all directives, which belong to the request. */
function documentPlace({ text, preamble, separator }: Segment): number {
  if (separator) return 0;
  const directive = preamble.findIndex(({ kind }) => kind === "directive");
  const above = preamble.slice(0, directive < 0 ? preamble.length : directive);
  const last = above.findLast(({ kind }) => kind === "variable");
  return last ? afterBreak(text, last.end) : 0;
}

/** An edit of Content-Length. The count includes the added declarations; the values of the new document aren't known yet. */
function countEdits(message: Message, before: string, after: string): readonly Edit[] {
  const field = message.field("content-length");
  const { charset } = message.charset;
  if (!field || !charset || contentLengthHolds(message) !== true) return [];
  const length = Number(field.value.text) + charset.byteLength(after) - charset.byteLength(before);
  return [replace(field.value.typed, String(length))];
}
