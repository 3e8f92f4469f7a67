import * as l10n from "@vscode/l10n";
import { encryptionFacts, type Shown, type ShownValue, showWithout } from "../../analysis/explanation.ts";
import { declaredName } from "../../expectations/declared.ts";
import { mockNames, mocksIn } from "../../format/document.ts";
import type { BodySignature } from "../../message/bodySignatures.ts";
import { contentLengthVariable, type PlacedValue, type Scope, type VariableValue } from "../../message/scope.ts";
import { encryptionOptions } from "../../security/encryption/encryptionOptions.ts";
import type { SecurityOption } from "../../security/securityOptions.ts";
import { signatureOptions } from "../../security/signatureOptionTable.ts";
import { oneLine } from "../../text/lines.ts";
import { type Reference, referenceAt } from "../../text/references.ts";
import { covers } from "../../text/span.ts";
import { builtInOf } from "../../variables/builtInReferences.ts";
import { computedReference } from "../../variables/computed/reader.ts";
import { readSteps } from "../../variables/computed/readSteps.ts";
import type { ReceivedValue } from "../../variables/sending.ts";
import { type BytesValue, cycleText } from "../../variables/value.ts";
import { requestParts } from "../support/directiveFacts.ts";
import { keyMarkdown } from "../support/keyFacts.ts";
import { block, code, paragraphs, prose } from "../support/markdown.ts";
import type { MessageSection } from "../support/section.ts";
import { shownValue } from "../support/shownValue.ts";
import { factMarkdown, sourceMarkdown } from "../support/sources.ts";
import type { Hover } from "./hoverAt.ts";

/** Returns the value of a name that a previous response has set, or a sentence if it has none; undefined for other names. */
export type ReceivedValues = (name: string) => ReceivedValue | string | undefined;

export interface LastSent {
  readonly lookup: ReceivedValues;
  readonly computed: readonly Shown[];
}

export function hoverVariable(section: MessageSection, offset: number, last?: LastSent): Hover | undefined {
  const { text, references, message, analysis } = section;
  const reference =
    references.find((one) => text[one.start] !== "{" && covers(one, offset)) ?? bracedAt(section, offset);
  if (!reference) return undefined;
  const { start, end, name } = reference;
  const whole = { start, end };
  const count = name === contentLengthVariable ? message?.bodyLength : undefined;
  const { scope } = analysis;
  // Before a request is sent, the scope contains no values of responses.
  const placed = message?.placedAt(start);
  const lookedUp =
    scope.lookup(name, placed).kind === "atSending" ? (last?.lookup(name) ?? howToReceive(name, analysis)) : undefined;
  if (typeof lookedUp === "object") {
    const value = { kind: "text", origin: l10n.t("the last response"), ...lookedUp } as const;
    const received = scope.withValues(() => value);
    return { ...whole, markdown: variableMarkdown(received, name) };
  }
  if (lookedUp !== undefined) return { ...whole, markdown: paragraphs(code(`{{${name}}}`), prose(lookedUp)) };
  const signature = message?.body?.signatures.all.find((one) => one.reference.start === start);
  const encryption = message?.body?.signatures.encryptions.find((one) => one.reference.start === start);
  const table = signature ? signatureOptions : encryption && encryptionOptions;
  const option = table && optionAt(table, text, start, offset);
  if (option) return option;
  const show = showWithout([...scope.secrets.keys()]);
  if (signature) {
    const forms = formsMarkdown(shownSignature(signature, text, show, last));
    const markdown = paragraphs(variableMarkdown(scope, name), signatureMarkdown(signature), forms);
    return { ...whole, markdown, isComputed: true };
  }
  if (encryption) {
    const facts = encryptionFacts(encryption, encryption.plan).map(prose);
    return { ...whole, markdown: paragraphs(variableMarkdown(scope, name), ...facts), isComputed: true };
  }
  const explained = scope.explained(name, placed);
  const sent = last?.computed.find((one) => one.kind === "value" && one.reference === name);
  const shown = sent ?? (explained && show(explained));
  if (shown?.kind !== "value")
    return { ...whole, markdown: variableMarkdown(scope, name, { isInText: text[start] === "{", count, placed }) };
  const lines = stepsMarkdown(name, shown);
  const from = text.indexOf(name, start);
  const step = lines.find(({ at }) => covers(at, offset - from));
  if (step) {
    const at = { start: from + step.at.start, end: from + step.at.end };
    return { ...at, markdown: paragraphs(step.markdown, sourceMarkdown(step.source)), isComputed: true };
  }
  const title = sent ? prose(l10n.t("Values of the last sending:")) : undefined;
  const steps = lines.map(({ markdown }) => markdown);
  const markdown = paragraphs(variableMarkdown(scope, name, { isInText: true, placed }), title, ...steps);
  return { ...whole, markdown, isComputed: true };
}

/** The reference in braces at an offset. References don't contain line breaks. */
function bracedAt({ text, references }: MessageSection, offset: number): Reference | undefined {
  const from = text.lastIndexOf("{{", offset + 1);
  const near = from >= 0 ? referenceAt(text, from) : undefined;
  return near && offset < near.end ? references.find(({ start }) => start === near.start) : undefined;
}

/** A sentence about how a variable of a response, or the address of a mock service, gets its value; undefined for other names. */
function howToReceive(name: string, { scope, document }: MessageSection["analysis"]): string | undefined {
  const mocks = mocksIn(document);
  const mock = mocks[mockNames(mocks).get(name) ?? -1];
  if (mock) return l10n.t("Host and port of the mock service {0}.", mock.path);
  const [setBy] = scope.variables.declared.setBy.get(name) ?? [];
  const request = setBy && declaredName(setBy);
  if (!setBy) return undefined;
  return request === undefined
    ? l10n.t("A response sets this variable. Run the tests of this file.")
    : l10n.t(
        "The response of {0} has not been received in this window. Send it, or run the tests of this file.",
        request,
      );
}

interface VariablePlace {
  /** Whether the variable is used in text, where a value of bytes is an error. */
  readonly isInText?: boolean;
  /** The current value of `$contentLength`. */
  readonly count?: number | undefined;
  readonly placed?: PlacedValue | undefined;
}

export function variableMarkdown(scope: Scope, name: string, { isInText, count, placed }: VariablePlace = {}): string {
  const builtIn = builtInOf(name);
  const part =
    scope.variables.kind === "response" ? requestParts.find((one) => `${name}.`.startsWith(`${one.name}.`)) : undefined;
  const content = scope.content(name, placed);
  const value = scope.lookup(name, placed);
  const title = `${code(`{{${name}}}`)}${value.kind === "text" ? ` = ${code(shownValue(value))}` : ""}`;
  return paragraphs(
    title,
    builtIn && prose(builtIn.meaning()),
    count === undefined ? undefined : l10n.t("Now: {0}", code(String(count))),
    part && prose(part.meaning()),
    content.kind === "bytes" && !isInText ? prose(sizeText(content)) : prose(originText(value, scope)),
    keyMarkdown(scope.resolver.keys, name),
    builtIn && sourceMarkdown(builtIn.source),
  );
}

/** Text with the meaning and the result of each step. `at`: the offset in the reference. */
function stepsMarkdown(reference: string, { steps: [, ...shown] }: ShownValue) {
  const computed = computedReference(reference);
  return (computed ? readSteps(reference, computed) : []).flatMap((read, index) => {
    if (!read) return [];
    const { name, source } = read.step;
    const { facts, value, hex } = shown[index] ?? {};
    const after = value ?? hex;
    const given = [facts, after === undefined ? undefined : code(oneLine(after, longestInLine))];
    const result = facts === undefined ? [] : [`→ ${given.filter((one) => one !== undefined).join(": ")}`];
    return [
      { at: read.named, source, markdown: [`${code(name)}: ${prose(read.step.meaning())}`, ...result].join(" ") },
    ];
  });
}

const longestInLine = 60;

/** The last sent signature, or else a signature with sample values. */
function shownSignature(
  { reference, plan, forms, failure }: BodySignature,
  text: string,
  show: ReturnType<typeof showWithout>,
  last: LastSent | undefined,
): Shown | undefined {
  const isIt = (one: Shown) => one.kind === "signature" && one.reference.start === reference.start && one.text === text;
  const sent = last?.computed.find(isIt);
  const sample = sent ? undefined : forms();
  return sent ?? (plan && sample && show({ kind: "signature", reference, text, plan, forms: sample, why: failure }));
}

/** The canonical forms that are digested and signed, if they aren't too long. */
function formsMarkdown(shown: Shown | undefined): string | undefined {
  if (shown?.kind !== "signature") return undefined;
  const forms = shown.forms.slice(0, mostForms).map(({ facts, form }) => paragraphs(prose(facts), block(form)));
  return paragraphs(...forms, shown.forms.length > mostForms ? "…" : undefined);
}

const mostForms = 5;

function sizeText({ length }: BytesValue): string {
  return length === undefined ? l10n.t("bytes") : l10n.t("{0} bytes", length);
}

function originText(value: VariableValue, scope: Scope): string {
  switch (value.kind) {
    case "text":
      return value.text === "" ? l10n.t("An empty value, from {0}.", value.origin) : l10n.t("From {0}.", value.origin);
    case "atSending":
      return scope.variables.kind === "response"
        ? l10n.t("The value is different for each request.")
        : l10n.t("The value is generated when the request is sent.");
    case "cycle":
      return l10n.t("The value refers to itself: {0}.", cycleText(value.names));
    case "broken":
      return l10n.t("The definition contains a variable that has no value.");
    case "undefined":
      return value.why ?? l10n.t("The variable isn't defined.");
  }
}

/** The explanation of the option name at an offset. `start`: the offset of the braces. */
function optionAt(options: readonly SecurityOption[], text: string, start: number, offset: number): Hover | undefined {
  for (const { 1: word = "", index } of text.slice(start, offset + maxName).matchAll(/[ \t]([A-Za-z\d]{1,30})=/g)) {
    const at = { start: start + index + 1, end: start + index + 1 + word.length };
    const option = covers(at, offset) ? options.find(({ name }) => name === word) : undefined;
    if (option) return { ...at, markdown: factMarkdown(option, option.name) };
  }
  return undefined;
}

const maxName = 30;

/** The signed parts and the algorithms of a signature, as far as they are known before sending. */
function signatureMarkdown({ parts, plan }: BodySignature): string {
  const names = parts.map(({ uri, elements: [element] }) => (element ? `${element.local} (${uri || "/"})` : uri));
  const signs = names.length === 0 ? "" : l10n.t("It signs {0}.", names.join(", "));
  if (!plan) return prose(signs);
  const { hash, name } = plan.method;
  const algorithm = `${name}-${hash.replace("-", "").toLowerCase()}`;
  const how = l10n.t(
    "Algorithm: {0}. Certificate: {1}. The element has {2} characters.",
    algorithm,
    plan.certificate.subject,
    plan.text.length,
  );
  return paragraphs(prose(signs), prose(how));
}
