import * as l10n from "@vscode/l10n";
import { envelopeNamespaces } from "./facts.ts";

/** What a specification says of an element. */
export interface KnownElement {
  readonly namespace: string;
  readonly local: string;
  readonly source: string;
  meaning(): string;
  /** Where the name means this only in one parent: that one's local name. */
  readonly parent?: string;
  /** In their order: namespace and local name. */
  readonly children?: readonly (readonly [namespace: string, local: string])[];
  /** It holds character data, and no elements. */
  readonly text?: boolean;
  /** Its parent may hold several. */
  readonly repeats?: boolean;
  /** Its parent has to hold one. */
  readonly required?: boolean;
}

type Rest = Omit<KnownElement, "namespace" | "local" | "source" | "meaning">;

/** For the tables of elements: a row. */
export function element(
  namespace: string,
  local: string,
  source: string,
  meaning: () => string,
  rest: Rest = {},
): KnownElement {
  return { namespace, local, source, meaning, ...rest };
}

const soap12 = envelopeNamespaces["1.2"];
const soap11 = envelopeNamespaces["1.1"];

const of12 = (...locals: readonly string[]) => locals.map((local) => [soap12, local] as const);
const required = { required: true };

const elements12: readonly KnownElement[] = [
  element(
    soap12,
    "Envelope",
    "SOAP 1.2 part 1 section 5.1",
    () => l10n.t("The root of a SOAP 1.2 message: a Header, which may be absent, then the Body."),
    { children: of12("Header", "Body") },
  ),
  element(soap12, "Header", "SOAP 1.2 part 1 section 5.2", () =>
    l10n.t(
      "Header blocks: what is said besides the message itself, such as addresses and credentials. Each is in a namespace.",
    ),
  ),
  element(
    soap12,
    "Body",
    "SOAP 1.2 part 1 section 5.3",
    () => l10n.t("The message itself, for the service: usually one element that names the operation, or a Fault."),
    { ...required, children: of12("Fault") },
  ),
  element(
    soap12,
    "Fault",
    "SOAP 1.2 part 1 section 5.4",
    () =>
      l10n.t("What went wrong: Code and Reason, then Node, Role and Detail where there is more to say, in this order."),
    { children: of12("Code", "Reason", "Node", "Role", "Detail") },
  ),
  element(
    soap12,
    "Code",
    "SOAP 1.2 part 1 section 5.4.1",
    () => l10n.t("The kind of the fault, for programs: one of five values, and more specific ones as Subcode."),
    { ...required, children: of12("Value", "Subcode") },
  ),
  element(
    soap12,
    "Value",
    "SOAP 1.2 part 1 section 5.4.1.1",
    () =>
      l10n.t(
        "The code, a qualified name: VersionMismatch, MustUnderstand, DataEncodingUnknown, Sender or Receiver, with the envelope's prefix.",
      ),
    { ...required, parent: "Code", text: true },
  ),
  element(
    soap12,
    "Subcode",
    "SOAP 1.2 part 1 section 5.4.1.2",
    () => l10n.t("A more specific code; it can hold a Subcode of its own."),
    { children: of12("Value", "Subcode") },
  ),
  element(
    soap12,
    "Value",
    "SOAP 1.2 part 1 section 5.4.1.3",
    () => l10n.t("A code of the service's own, a qualified name in a namespace of its own."),
    { ...required, parent: "Subcode", text: true },
  ),
  element(
    soap12,
    "Reason",
    "SOAP 1.2 part 1 section 5.4.2",
    () => l10n.t("The fault in words, for people: a Text in each language."),
    { ...required, children: of12("Text") },
  ),
  element(
    soap12,
    "Text",
    "SOAP 1.2 part 1 section 5.4.2.1",
    () => l10n.t("The reason in the language that xml:lang names."),
    { ...required, text: true, repeats: true },
  ),
  element(
    soap12,
    "Node",
    "SOAP 1.2 part 1 section 5.4.3",
    () => l10n.t("The URI of the node that raised the fault; an intermediary has to name itself."),
    { text: true },
  ),
  element(
    soap12,
    "Role",
    "SOAP 1.2 part 1 section 5.4.4",
    () => l10n.t("The URI of the role that the node acted in."),
    { text: true },
  ),
  element(soap12, "Detail", "SOAP 1.2 part 1 section 5.4.5", () =>
    l10n.t("What the service says about the fault in elements of its own. Header faults go into header blocks."),
  ),
  element(
    soap12,
    "Upgrade",
    "SOAP 1.2 part 1 section 5.4.7.1",
    () => l10n.t("With a VersionMismatch: the envelopes that the service takes, the best first."),
    { children: of12("SupportedEnvelope") },
  ),
  element(
    soap12,
    "SupportedEnvelope",
    "SOAP 1.2 part 1 section 5.4.7.2",
    () => l10n.t("An envelope that the service takes: its name, qname, stands for a SOAP version."),
    { ...required, repeats: true },
  ),
  element(
    soap12,
    "NotUnderstood",
    "SOAP 1.2 part 1 section 5.4.8.1",
    () => l10n.t("With a MustUnderstand fault: a header block that was not understood, its name in qname."),
    { repeats: true },
  ),
];

const elements11: readonly KnownElement[] = [
  element(
    soap11,
    "Envelope",
    "SOAP 1.1 section 4.1",
    () => l10n.t("The root of a SOAP 1.1 message: a Header, which may be absent, then the Body."),
    {
      children: [
        [soap11, "Header"],
        [soap11, "Body"],
      ],
    },
  ),
  element(soap11, "Header", "SOAP 1.1 section 4.2", () =>
    l10n.t(
      "Header entries: what is said besides the message itself, such as addresses and credentials. Each is in a namespace.",
    ),
  ),
  element(
    soap11,
    "Body",
    "SOAP 1.1 section 4.3",
    () => l10n.t("The message itself, for the service: usually one element that names the operation, or a Fault."),
    { ...required, children: [[soap11, "Fault"]] },
  ),
  element(
    soap11,
    "Fault",
    "SOAP 1.1 section 4.4",
    () =>
      l10n.t(
        "What went wrong: faultcode and faultstring, then faultactor and detail where there is more to say. They have no prefix.",
      ),
    { children: ["faultcode", "faultstring", "faultactor", "detail"].map((local) => ["", local] as const) },
  ),
  element(
    "",
    "faultcode",
    "SOAP 1.1 section 4.4.1",
    () =>
      l10n.t(
        "The kind of the fault, for programs, a qualified name: VersionMismatch, MustUnderstand, Client or Server, with the envelope's prefix. Dots make it more specific.",
      ),
    { ...required, parent: "Fault", text: true },
  ),
  element("", "faultstring", "SOAP 1.1 section 4.4", () => l10n.t("The fault in words, for people."), {
    ...required,
    parent: "Fault",
    text: true,
  }),
  element(
    "",
    "faultactor",
    "SOAP 1.1 section 4.4",
    () => l10n.t("The URI of whoever raised the fault; an intermediary has to name itself."),
    { parent: "Fault", text: true },
  ),
  element(
    "",
    "detail",
    "SOAP 1.1 section 4.4",
    () =>
      l10n.t(
        "What the service says about a fault of the Body, in elements of its own. Without it, the Body was not processed.",
      ),
    { parent: "Fault" },
  ),
];

/** The elements of SOAP 1.2 and SOAP 1.1. */
export const soapElements: readonly KnownElement[] = [...elements12, ...elements11];
