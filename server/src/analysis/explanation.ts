import * as l10n from "@vscode/l10n";
import type { Asked } from "../protocol/protocol.ts";
import type { Compute } from "../resources/keys.ts";
import { algorithmName, c14nMethods, fragmentOf, type Transform, uriOf } from "../security/algorithms.ts";
import type { EncryptionPlan } from "../security/encryption/encryptionPlan.ts";
import type { CanonicalForm } from "../security/sign.ts";
import { hexOf } from "../text/bytes.ts";
import { beginningRedactor, redactor } from "../text/redactor.ts";
import type { Content } from "../variables/computed/step.ts";
import type {
  EncryptionOrder,
  Explained,
  ExplainedEncryption,
  ExplainedSignature,
  ExplainedStep,
} from "../variables/explained.ts";
import type { Sending } from "../variables/sending.ts";
import type { Analysis } from "./analysis.ts";
import { type MessageInfo, type Rendered, rendered, shownTarget, withSeed } from "./messageInfo.ts";
import { Rounds } from "./rounds.ts";

/** A computed value, signature or encryption to show: without secrets, and only the beginning if it is long. */
export type Shown = ShownValue | ShownSignature | ShownEncryption;

export interface ShownValue {
  readonly kind: "value";
  readonly reference: string;
  readonly title: string;
  readonly steps: readonly ShownStep[];
  readonly why: string | undefined;
}

export interface ShownStep {
  readonly text: string;
  /** The kind and the length of the value, as text. */
  readonly facts: string;
  readonly isSecret: boolean;
  /** Hexadecimal digits of the bytes; `undefined` for text. */
  readonly hex: string | undefined;
  /** The value as text; `undefined` for bytes that aren't text. */
  readonly value: string | undefined;
}

interface ShownEncryption extends Pick<ExplainedEncryption, "reference" | "text"> {
  readonly kind: "encryption";
  readonly title: string;
  readonly facts: readonly string[];
  readonly why: string | undefined;
}

export interface ShownSignature extends Pick<ExplainedSignature, "reference" | "text"> {
  readonly kind: "signature";
  readonly title: string;
  readonly facts: string;
  /** The canonical forms: the digested elements, and the SignedInfo that is signed. */
  readonly forms: readonly { readonly facts: string; readonly form: string }[];
  readonly why: string | undefined;
}

/** Maximum length of a shown value or canonical form, in bytes, or in characters of a text. */
const longestShown = 2048;

/** Maximum length of one character of a secret in a text: each of its bytes may be percent-encoded twice. */
const longestForm = 16;

/** The secrets that must be entered first, or a function that creates the text with the host's results. */
export type Explanation =
  | { readonly kind: "secrets"; readonly names: readonly Asked[] }
  | { readonly kind: "explained"; text(compute: Compute): Promise<string> };

export function explanation(analysis: Analysis, request: MessageInfo, sending: Sending): Explanation {
  const rounds = new Rounds(withSeed(analysis, request, sending), (one) => rendered(analysis, request, one));
  const { unknown } = rounds.made;
  if (unknown.length > 0) return { kind: "secrets", names: unknown };
  const { message } = request;
  const title = l10n.t("Computed values of {0}", `${message.method} ${shownTarget(message)}`.trim());
  return {
    kind: "explained",
    text: async (compute) => {
      const values = shownValues(await rounds.finished(compute)).map((one) => linesOf(one).join("\n"));
      return `${[title, ...(values.length > 0 ? values : [l10n.t("Nothing in it is computed.")])].join("\n\n")}\n`;
    },
  };
}

/** The values that were computed in the last round, each value once. */
export function shownValues({ explained, scope }: Pick<Rendered, "explained" | "scope">): readonly Shown[] {
  const show = showWithout([...scope.secrets.keys()]);
  return [...new Map(explained.map(show).map((one) => [JSON.stringify(one), one])).values()];
}

/** Returns a function that converts a computed value to the form to show, without the secrets. */
export function showWithout(secrets: readonly string[]): (explained: Explained) => Shown {
  const redact = redactor(secrets);
  const redactBeginning = beginningRedactor(secrets);
  const margin = longestForm * secrets.reduce((longest, { length }) => Math.max(longest, length), 0);
  const cut = (text: string, length: number) => {
    const shown = redactBeginning(text.slice(0, longestShown + margin), longestShown);
    return length > longestShown ? `${shown}…` : shown;
  };
  const beginning = (bytes: Uint8Array) => bytes.subarray(0, longestShown + margin);
  const formOf = ({ beginning: bytes, length }: CanonicalForm) => {
    // A secret that is longer than the part that was kept couldn't be found in it.
    const isEnough = bytes.length === length || bytes.length >= longestShown + margin;
    return isEnough ? cut(textOf(beginning(bytes)) ?? "", length) : "…";
  };
  return (computed) => {
    if (computed.kind === "signature") return shownSignature(computed, formOf, redact);
    if (computed.kind === "encryption") {
      const { kind, reference, text, plan, encryption, why } = computed;
      const facts = encryptionFacts(encryption, plan).map(redact);
      return { kind, reference, text, title: redact(reference.name), facts, why: why && redact(why) };
    }
    const steps = computed.steps.map(({ text, content, isSecret, ...step }): ShownStep => {
      const shown = isSecret ? undefined : content;
      const bytes = shown instanceof Uint8Array ? shown : undefined;
      const value = shown instanceof Uint8Array ? textOf(beginning(shown)) : shown && markupOf(shown);
      return {
        text: redact(text),
        facts: factsOf({ content, isSecret, ...step }),
        isSecret,
        hex:
          bytes &&
          redactBeginning(hexOf(beginning(bytes)), 2 * longestShown) + (bytes.length > longestShown ? "…" : ""),
        value: value === undefined ? undefined : cut(value, bytes?.length ?? value.length),
      };
    });
    return { ...computed, title: redact(computed.title), steps, why: computed.why && redact(computed.why) };
  };
}

/** The text that bytes encode; `undefined` if they aren't text. The last character may be incomplete. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The bytes of a value as they are; the markup of an element. */
function markupOf(content: Exclude<Content, Uint8Array>): string {
  if (typeof content === "string") return content;
  const { element, text } = content;
  return element ? content.document().text.slice(element.start, element.end) : text;
}

function factsOf({ content, length, isBytes, isSecret }: Omit<ExplainedStep, "text">): string {
  const isXml = typeof content === "object" && !(content instanceof Uint8Array);
  const kind = isXml ? l10n.t("XML") : l10n.t("text");
  const size = length === undefined ? l10n.t("bytes") : l10n.t("{0} bytes", length);
  return [
    ...(isBytes ? [] : [kind]),
    ...(isBytes || length !== undefined ? [size] : []),
    ...(isSecret ? [l10n.t("secret")] : []),
  ].join(", ");
}

function shownSignature(
  { reference, text, plan, forms, why }: ExplainedSignature,
  formOf: (form: CanonicalForm) => string,
  redact: (text: string) => string,
): ShownSignature {
  const references = forms.references.map(({ uri, transforms, digest, ...bytes }) => ({
    facts: l10n.t(
      "Reference {0}, transforms: {1}. {2} digest of {3} bytes: {4}",
      ...[
        `"${redact(uri)}"`,
        transforms.map(transformName).join(", ") || l10n.t("none"),
        plan.digest.hash,
        bytes.length,
      ],
      digest,
    ),
    form: formOf(bytes),
  }));
  const { info } = forms;
  const signed = info && {
    facts: l10n.t("SignedInfo, {0}: {1} bytes are signed", c14nName(plan.c14n), info.length),
    form: formOf(info),
  };
  const algorithm = `${plan.method.name}-${plan.method.hash.replace("-", "").toLowerCase()}`;
  const facts = l10n.t("Key {0}, {1}, certificate {2}", plan.key, algorithm, plan.certificate.subject);
  return {
    kind: "signature",
    reference,
    text,
    title: redact(reference.name),
    facts,
    forms: [...references, ...(signed ? [signed] : [])],
    why: why && redact(why),
  };
}

/** Lists the encrypted parts, their order and the algorithms, as far as they are known before sending. */
export function encryptionFacts(
  { parts, isBelowSignature, isAboveSignature }: EncryptionOrder,
  plan: EncryptionPlan | undefined,
): readonly string[] {
  const names = parts.map(({ name, element }) =>
    name.startsWith("#") && element ? `${element.local} (${name})` : name,
  );
  const how = plan && [
    l10n.t("Algorithm: {0}. Its key: {1}.", plan.cipher.name, transportName(plan.transport)),
    l10n.t("Recipient: {0}, serial {1}.", plan.certificate.subject, plan.certificate.serial),
  ];
  return [
    ...(names.length > 0 ? [l10n.t("It encrypts {0}.", names.join(", "))] : []),
    ...(isAboveSignature ? [l10n.t("First signed by the signature below, then encrypted.")] : []),
    ...(isBelowSignature ? [l10n.t("First encrypted: the signature above is of the encrypted text.")] : []),
    ...(how ?? []),
  ];
}

function transportName({ name, padding }: EncryptionPlan["transport"]): string {
  return padding.name === "oaep" ? `${name} (${padding.digest}, MGF1 ${padding.mgf})` : name;
}

function transformName(transform: Transform): string {
  if (transform.kind === "c14n") return c14nName(transform.method);
  return transform.kind === "token" ? algorithmName(uriOf(transform)) : transform.kind;
}

/** The name of a canonicalization algorithm as in `transforms=`, with the prefixes of exclusive canonicalization. */
function c14nName({ uri, prefixes }: ExplainedSignature["plan"]["c14n"]): string {
  const name = [...c14nMethods].find(([, method]) => method.uri === uri)?.[0] ?? fragmentOf(uri);
  return prefixes.length > 0 ? `${name} (${prefixes.map((prefix) => prefix || "#default").join(" ")})` : name;
}

function linesOf(shown: Shown): readonly string[] {
  const title = `{{${shown.title}}}`;
  const why = shown.why === undefined ? [] : [`  ${l10n.t("Failed: {0}", shown.why)}`];
  if (shown.kind === "signature") {
    const forms = shown.forms.flatMap(({ facts, form }) => [`  ${facts}`, ...indented(form)]);
    return [title, `  ${shown.facts}`, ...forms, ...why];
  }
  if (shown.kind === "encryption") return [title, ...shown.facts.map((fact) => `  ${fact}`), ...why];
  const steps = shown.steps.flatMap(({ text, facts, hex, value }, index) => [
    `  ${index === 0 ? "" : "| "}${text}`,
    `    ${facts}`,
    ...(hex === undefined ? [] : [`    ${l10n.t("hex: {0}", hex)}`]),
    ...(value === undefined ? [] : indented(value)),
  ]);
  return [title, ...steps, ...why];
}

function indented(text: string): readonly string[] {
  return text === "" ? [] : text.split(/\r\n|[\r\n]/).map((line) => `      ${line}`);
}
