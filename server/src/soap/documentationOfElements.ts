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
    () => l10n.t("The root of a SOAP 1.2 message: an optional Header, then the Body."),
    { children: of12("Header", "Body") },
  ),
  element(soap12, "Header", "SOAP 1.2 part 1 section 5.2", () =>
    l10n.t(
      "Header blocks: information about the message, such as addresses and credentials. Each must have a namespace.",
    ),
  ),
  element(
    soap12,
    "Body",
    "SOAP 1.2 part 1 section 5.3",
    () =>
      l10n.t("The content of the message for the service: usually one element that names the operation, or a Fault."),
    { ...required, children: of12("Fault") },
  ),
  element(
    soap12,
    "Fault",
    "SOAP 1.2 part 1 section 5.4",
    () => l10n.t("An error: Code and Reason, then optionally Node, Role, and Detail, in this order."),
    { children: of12("Code", "Reason", "Node", "Role", "Detail") },
  ),
  element(
    soap12,
    "Code",
    "SOAP 1.2 part 1 section 5.4.1",
    () => l10n.t("The type of the fault, for programs: one of five values, with more specific ones in Subcode."),
    { ...required, children: of12("Value", "Subcode") },
  ),
  element(
    soap12,
    "Value",
    "SOAP 1.2 part 1 section 5.4.1.1",
    () =>
      l10n.t(
        "The code, a qualified name: VersionMismatch, MustUnderstand, DataEncodingUnknown, Sender, or Receiver, with the envelope's prefix.",
      ),
    { ...required, parent: "Code", text: true },
  ),
  element(
    soap12,
    "Subcode",
    "SOAP 1.2 part 1 section 5.4.1.2",
    () => l10n.t("A more specific code. It can contain another Subcode."),
    { children: of12("Value", "Subcode") },
  ),
  element(
    soap12,
    "Value",
    "SOAP 1.2 part 1 section 5.4.1.3",
    () => l10n.t("A code defined by the service, a qualified name in its own namespace."),
    { ...required, parent: "Subcode", text: true },
  ),
  element(
    soap12,
    "Reason",
    "SOAP 1.2 part 1 section 5.4.2",
    () => l10n.t("A description of the fault for people, with a Text for each language."),
    { ...required, children: of12("Text") },
  ),
  element(
    soap12,
    "Text",
    "SOAP 1.2 part 1 section 5.4.2.1",
    () => l10n.t("The reason in the language that xml:lang specifies."),
    { ...required, text: true, repeats: true },
  ),
  element(
    soap12,
    "Node",
    "SOAP 1.2 part 1 section 5.4.3",
    () => l10n.t("The URI of the node that raised the fault. Intermediaries must specify it."),
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
    l10n.t("Details of the fault, in elements defined by the service. Details of Header faults go into header blocks."),
  ),
  element(
    soap12,
    "Upgrade",
    "SOAP 1.2 part 1 section 5.4.7.1",
    () => l10n.t("For a VersionMismatch fault: the envelopes that the service supports, in order of preference."),
    { children: of12("SupportedEnvelope") },
  ),
  element(
    soap12,
    "SupportedEnvelope",
    "SOAP 1.2 part 1 section 5.4.7.2",
    () => l10n.t("An envelope that the service supports. Its name, qname, identifies the SOAP version."),
    { ...required, repeats: true },
  ),
  element(
    soap12,
    "NotUnderstood",
    "SOAP 1.2 part 1 section 5.4.8.1",
    () => l10n.t("For a MustUnderstand fault: a header block that wasn't understood, with its name in qname."),
    { repeats: true },
  ),
];

const elements11: readonly KnownElement[] = [
  element(
    soap11,
    "Envelope",
    "SOAP 1.1 section 4.1",
    () => l10n.t("The root of a SOAP 1.1 message: an optional Header, then the Body."),
    {
      children: [
        [soap11, "Header"],
        [soap11, "Body"],
      ],
    },
  ),
  element(soap11, "Header", "SOAP 1.1 section 4.2", () =>
    l10n.t(
      "Header entries: information about the message, such as addresses and credentials. Each must have a namespace.",
    ),
  ),
  element(
    soap11,
    "Body",
    "SOAP 1.1 section 4.3",
    () =>
      l10n.t("The content of the message for the service: usually one element that names the operation, or a Fault."),
    { ...required, children: [[soap11, "Fault"]] },
  ),
  element(
    soap11,
    "Fault",
    "SOAP 1.1 section 4.4",
    () => l10n.t("An error: faultcode and faultstring, then optionally faultactor and detail. They have no prefix."),
    { children: ["faultcode", "faultstring", "faultactor", "detail"].map((local) => ["", local] as const) },
  ),
  element(
    "",
    "faultcode",
    "SOAP 1.1 section 4.4.1",
    () =>
      l10n.t(
        "The type of the fault, for programs, a qualified name: VersionMismatch, MustUnderstand, Client, or Server, with the envelope's prefix. Add more specific codes after a dot.",
      ),
    { ...required, parent: "Fault", text: true },
  ),
  element("", "faultstring", "SOAP 1.1 section 4.4", () => l10n.t("A description of the fault for people."), {
    ...required,
    parent: "Fault",
    text: true,
  }),
  element(
    "",
    "faultactor",
    "SOAP 1.1 section 4.4",
    () => l10n.t("The URI of the node that raised the fault; intermediaries must specify it."),
    { parent: "Fault", text: true },
  ),
  element(
    "",
    "detail",
    "SOAP 1.1 section 4.4",
    () =>
      l10n.t(
        "Details of a fault in the Body, in elements defined by the service. If it is missing, the Body wasn't processed.",
      ),
    { parent: "Fault" },
  ),
];

/** The elements of SOAP 1.2 and SOAP 1.1. */
export const soapElements: readonly KnownElement[] = [...elements12, ...elements11];
