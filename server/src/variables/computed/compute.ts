import * as l10n from "@vscode/l10n";
import type { SecretSource } from "../../protocol/sendingProtocol.ts";
import { toBinary } from "../../text/base64.ts";
import { findCharset } from "../../text/charset.ts";
import { maxSteps } from "../../text/limits.ts";
import type { SlottedText } from "../../text/slots.ts";
import type { Span } from "../../text/span.ts";
import type { ExplainedStep } from "../explained.ts";
import { type FoundKey, keyProblem, noPrivateKey } from "../foundKey.ts";
import type { Lookup, Sending } from "../sending.ts";
import type { BytesValue, ComputedValue, Markup, VariableValue } from "../value.ts";
import { argumentSources, unreadableArgument } from "../valueArguments.ts";
import type { XmlContent } from "../xmlContent.ts";
import { type StepCode, StepError } from "./decoding.ts";
import type { ComputedReference } from "./reader.ts";
import { type Problem, type ReadStep, readStep } from "./readSteps.ts";
import { applyStep, asBytes, asText, type Content, type Kind, type StepArguments } from "./step.ts";

export interface StepHost {
  readonly lookup: Lookup;
  readonly key: (name: string) => FoundKey;
  readonly sending: Partial<Pick<Sending, "operation" | "randomBytes" | "now" | "onExplained">>;
  /** For exports: writes a slot instead of a value. No values are computed. */
  readonly exported: ((chain: ExportedChain) => SlottedText) | undefined;
  readonly isForSending: boolean;
  readonly find: StepArguments["find"];
}

/** A value in an export whose steps are applied when it is sent. `lookup`: returns the values of arguments. */
export interface ExportedChain {
  readonly reference: string;
  readonly source: ComputedValue;
  readonly steps: readonly ReadStep[];
  readonly lookup: Lookup;
}

/** The value after some steps. */
interface State {
  readonly kind: Kind;
  /** The content; `undefined` if it isn't known before sending. */
  readonly content: Content | undefined;
  /** A sample with the same length, if the content is only known when the request is sent. */
  readonly sample?: Content | undefined;
  readonly markup?: Markup | undefined;
  /** Length in bytes, if it is known. */
  readonly length: number | undefined;
  /** Name of the step whose result is bytes that can't be text. */
  readonly opaque: string | undefined;
}

/**
 * The value of a reference with steps. In a check, values that are only known when the request is sent have their
 * final length, if it is known.
 * @param reference text between the braces
 * @param source the value before the first step
 */
export function computedValue(
  reference: string,
  computed: ComputedReference,
  source: ComputedValue,
  host: StepHost,
): ComputedValue {
  const { onExplained } = host.sending;
  if (!onExplained) return afterSteps(reference, computed, source, host, () => {});
  const steps: ExplainedStep[] = [];
  const value = afterSteps(reference, computed, source, host, (step) => steps.push(step));
  const missing = value.kind === "broken" ? l10n.t("{0} has no value.", value.missing ?? computed.source) : undefined;
  const why = value.kind === "undefined" ? value.why : missing;
  onExplained({ kind: "value", reference, title: withoutKeys(reference, computed), steps, why });
  return value;
}

function withoutKeys(reference: string, { source, steps }: ComputedReference): string {
  const texts = steps.map((text) => {
    const read = readStep(reference, text);
    return "why" in read ? `${text.word} …` : withoutKey(reference, read);
  });
  return [source, ...texts].join(" | ");
}

function afterSteps(
  reference: string,
  { source: name, steps: texts }: ComputedReference,
  source: ComputedValue,
  host: StepHost,
  keep: (step: ExplainedStep) => void,
): ComputedValue {
  if (texts.length > maxSteps) {
    const at = texts[maxSteps] ?? { start: 0, end: 0 };
    return undefinedBy({ code: "step-argument", why: l10n.t("A value has at most {0} steps.", maxSteps), at });
  }
  const read = texts.map((text) => readStep(reference, text));
  const problem = read.find((one) => "why" in one);
  if (problem && "why" in problem) return undefinedBy(problem);
  const start = stateOf(source);
  // The problem of the source is reported at the source.
  if (!start) return { kind: "broken", name: reference, missing: name };
  const chain = { reference, source, steps: read.filter((step): step is ReadStep => !("why" in step)), ...host };
  if ("slots" in source && source.slots?.length) return exportedValue(chain);
  let state = start;
  const isDocument =
    ("isReadable" in source && source.isReadable === true) ||
    ("xml" in source && source.xml !== undefined && source.xml.element === undefined);
  // The secrets in a document are already known if its text is readable.
  let isSecret = "secret" in source && (source.secret || (isDocument && (source.sources ?? []).length > 0));
  const secrets = new Set("secrets" in source ? source.secrets : []);
  const sources = new Map<string, SecretSource>();
  const addSources = (all: readonly SecretSource[] = []) => {
    for (const source of all) sources.set(JSON.stringify(source), source);
  };
  if ("sources" in source) addSources(source.sources);
  const keepSecret = ({ content, markup }: State) => {
    if (
      content === undefined ||
      (markup === "own" && isDocument) ||
      (isContentXml(content) && (isDocument || !content.element))
    )
      return;
    const kept = content instanceof Uint8Array ? toBinary(content) : asText(content);
    if (kept !== "") secrets.add(kept);
  };
  const keepState = (text: string) =>
    keep({ text, content: state.content, length: state.length, isBytes: state.kind === "bytes", isSecret });
  if (isSecret && !isDocument) keepSecret(state);
  keepState(name);
  for (const step of read) {
    if ("why" in step) continue;
    const given = argumentsOf(reference, step, host);
    if ("problem" in given) return undefinedBy(given.problem);
    if ("exported" in given) return exportedValue(chain);
    if ("without" in given) return { kind: "broken", name: reference, missing: given.without };
    const secretArguments = step.arguments.flatMap(({ argument, typed }) => (argument.secret ? [typed] : []));
    if (secretArguments.length > 0) {
      addSources(argumentSources(secretArguments, host.lookup));
      if (given.value) secrets.add(textOrBinary(given.value));
    }
    if (step.step.isSecret && given.key) addSources([{ from: "private", name: given.key.name }]);
    const next = applied(step, state, given);
    if ("code" in next) return undefinedBy(next);
    state = next;
    isSecret = (isSecret && !step.step.hides) || step.step.isSecret === true;
    if (isSecret) keepSecret(state);
    keepState(withoutKey(reference, step));
  }
  const facts = {
    origin: l10n.t("the steps"),
    secret: isSecret && !(state.markup === "own" && isDocument),
    secrets: [...secrets],
    sources: [...sources.values()],
  };
  if (state.kind === "bytes") {
    const bytes = state.content === undefined ? undefined : asBytes(state.content);
    return { kind: "bytes", bytes, length: state.length, opaque: state.opaque, ...facts };
  }
  const { content, sample, length, markup } = state;
  if (content !== undefined) return { kind: "text", text: asText(content), xml: xmlIn(content), markup, ...facts };
  if (sample !== undefined) return { kind: "atSending", sample: asText(sample), xml: xmlIn(sample), markup };
  return { kind: "atSending", sample: length === undefined ? undefined : "0".repeat(length), markup };
}

/** A step as typed, without a key that is typed as text. */
function withoutKey(reference: string, { start, end, arguments: read }: ReadStep): string {
  const key = read.find(({ argument, typed }) => argument.secret && typed.kind !== "name")?.typed;
  return key ? `${reference.slice(start, key.start)}•••${reference.slice(key.end, end)}` : reference.slice(start, end);
}

/** `isUnneeded`: whether nothing is sent. */
type GivenArguments = StepArguments & { readonly isUnneeded?: true };

/** The values of a step's arguments, or why they can't be used, or the name of a variable without a value. */
function argumentsOf(
  reference: string,
  { arguments: read }: ReadStep,
  { lookup, key: findKey, sending, isForSending, find }: StepHost,
):
  | GivenArguments
  | { readonly problem: Problem }
  | { readonly without: string | undefined }
  | { readonly exported: true } {
  const wrong = (why: string, at: Span, code: StepCode = "step-argument") => ({ problem: { code, why, at } }) as const;
  const words = new Map<string, string>();
  const options = new Map<string, Uint8Array | undefined>();
  let all: GivenArguments = { words, options, find, ...sending };
  for (const { argument, typed } of read) {
    if (typed.kind === "unreadable") return wrong(unreadableArgument(), typed);
    if (argument.kind === "text") {
      if (typed.kind !== "text") return wrong(l10n.t("Text must be in double quotes."), typed);
      words.set(argument.usage, typed.text);
    } else if (argument.kind === "charset") {
      const charset = typed.kind === "name" ? findCharset(typed.name) : undefined;
      if (!charset) return wrong(l10n.t("The charset {0} is unknown.", reference.slice(typed.start, typed.end)), typed);
      all = { ...all, charset: charset.charset };
    } else if (
      argument.kind === "path" ||
      argument.kind === "word" ||
      (argument.kind === "option" && argument.choices)
    ) {
      words.set(argument.usage, typed.kind === "name" ? typed.name : typed.text);
    } else if (argument.kind === "key") {
      if (typed.kind !== "name") return wrong(l10n.t("The key must be a name, without quotes."), typed);
      const { name } = typed;
      const key = findKey(name);
      const why = keyProblem(name, key, isForSending);
      if (why !== undefined) return wrong(why, typed, "signature-key");
      const info = key.kind === "key" ? key.info : undefined;
      if (info && !info.algorithm && !argument.certificate) return wrong(noPrivateKey(name), typed, "signature-key");
      all = { ...all, key: { name, info }, ...(key.kind === "unneeded" ? { isUnneeded: true } : {}) };
    } else {
      const value = typed.kind === "text" ? typed : lookup(typed.name);
      if ("slots" in value && value.slots?.length) return { exported: true };
      const bytes =
        value.kind === "text" ? asBytes(contentOf(value)) : value.kind === "bytes" ? value.bytes : undefined;
      if (argument.kind === "option") options.set(argument.usage, bytes);
      else if (bytes) all = { ...all, value: bytes };
      if (!bytes && value.kind !== "bytes" && value.kind !== "atSending")
        return { without: typed.kind === "name" ? typed.name : undefined };
      if (!bytes) all = { ...all, isUnknown: true };
    }
  }
  return all;
}

function applied(
  { step, named, arguments: read }: ReadStep,
  { content, sample, opaque, length: before }: State,
  given: GivenArguments,
): State | Problem {
  const wrong = (why: string): Problem => ({ code: "step-input", why, at: named });
  if (step.takes === "text" && opaque !== undefined)
    return wrong(l10n.t("{0} needs text, but {1} gives bytes.", step.name, opaque));
  if ((step.takes === "xml" || step.isMarkup) && opaque !== undefined)
    return wrong(l10n.t("{0} needs XML, but {1} gives bytes.", step.name, opaque));
  const input = content ?? (step.ofSamples ? sample : undefined);
  const markup: Markup | undefined = step.isMarkup && (typeof input === "string" ? "typed" : "own");
  const next = {
    kind: step.gives,
    markup,
    opaque: step.isOpaque ? step.name : step.gives === "bytes" && step.takes === "bytes" ? opaque : undefined,
  };
  if (given.isUnneeded) return { ...next, content: new Uint8Array(0), length: 0 };
  try {
    const { randomBytes, ...others } = given;
    const isSample = content === undefined || (step.isRandom === true && !randomBytes);
    const result =
      input === undefined || given.isUnknown ? undefined : applyStep(step, input, isSample ? others : given);
    if (result !== undefined && isSample)
      return { ...next, content: undefined, sample: result, length: asBytes(result).length };
    if (result === undefined) return { ...next, content: undefined, length: step.length?.(before, given) };
    return { ...next, content: result, length: asBytes(result).length };
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    const at = read.find(({ argument }) => argument.usage === error.argument)?.typed ?? named;
    return { code: error.code, why: error.message, at };
  }
}

function isContentXml(content: Content): content is XmlContent {
  return typeof content === "object" && !(content instanceof Uint8Array);
}

function xmlIn(content: Content): XmlContent | undefined {
  return isContentXml(content) ? content : undefined;
}

/** The document or element of a value; its text if there is none. */
function contentOf({ text, xml }: { readonly text: string; readonly xml?: XmlContent | undefined }): Content {
  return xml ?? text;
}

function stateOf(value: ComputedValue): State | undefined {
  switch (value.kind) {
    case "text":
      return { kind: "text", content: contentOf(value), length: asBytes(contentOf(value)).length, opaque: undefined };
    case "bytes":
      return { kind: "bytes", content: value.bytes, length: value.length, opaque: value.opaque };
    case "atSending": {
      const length = value.sample === undefined ? undefined : asBytes(value.xml ?? value.sample).length;
      return { kind: "text", content: undefined, sample: value.xml, length, opaque: undefined };
    }
    default:
      return undefined;
  }
}

function exportedValue({ exported, ...chain }: ExportedChain & Pick<StepHost, "exported">): VariableValue {
  if (!exported) return { kind: "undefined" };
  return { kind: "text", ...exported(chain), origin: "", secret: false };
}

function undefinedBy({ code, why, at }: Problem): VariableValue {
  return { kind: "undefined", code, why, at };
}

function textOrBinary(bytes: Uint8Array): string {
  try {
    return asText(bytes);
  } catch {
    return toBinary(bytes);
  }
}

/** A sentence about why bytes aren't allowed in text. */
export function bytesProblem({ length }: BytesValue): string {
  return length === undefined
    ? l10n.t("The value is bytes. Add base64, hex or HEX.")
    : l10n.t("The value is {0} bytes. Add base64, hex or HEX.", length);
}
