import * as l10n from "@vscode/l10n";
import { attributeText, elementText } from "../../contract/write/namespaces.ts";
import { envelopeNamespaces, mediaTypes, type SoapVersion } from "../../soap/facts.ts";
import { problemsInFault } from "../../text/limits.ts";
import type { XmlElement } from "../../xml/tree.ts";
import type { Correlation } from "./headerBlocks.ts";

/** Something that the contract or SOAP doesn't allow in a request. */
export interface RequestProblem {
  /** Code of the rule that found the problem. */
  readonly code: string;
  /** Error message, one sentence. */
  readonly message: string;
}

/** Why a node that follows SOAP refuses a message. */
export type FaultReason =
  /** The request is invalid, with at least one problem. `correlation`: the message ID that the Fault refers to. */
  | { readonly kind: "sender"; readonly problems: readonly RequestProblem[] }
  | { readonly kind: "must-understand"; readonly blocks: readonly XmlElement[] }
  /** `supported`: the SOAP versions of the ports at this path. */
  | { readonly kind: "version-mismatch"; readonly supported: readonly SoapVersion[] };

interface WrittenFault {
  readonly status: 400 | 500;
  readonly contentType: string;
  readonly body: string;
  /** The text of the Fault. */
  readonly problem: string;
}

/** A Fault (SOAP 1.1 section 4.4, SOAP 1.2 part 1 section 5.4) with its status (SOAP 1.2 part 2 table 20). */
export function faultFor(reason: FaultReason, version: SoapVersion, correlation?: Correlation): WrittenFault {
  const problem = textOf(reason);
  const header = [...(correlation ? relation(correlation) : []), ...headerOf(reason, version)];
  const fault = version === "1.1" ? fault11(reason, problem) : fault12(reason, problem);
  const body = [
    `<soap:Envelope xmlns:soap="${envelopeNamespaces[version]}">`,
    ...(header.length > 0 ? ["  <soap:Header>", ...header.map((line) => `    ${line}`), "  </soap:Header>"] : []),
    "  <soap:Body>",
    "    <soap:Fault>",
    ...fault.map((line) => `      ${line}`),
    "    </soap:Fault>",
    "  </soap:Body>",
    "</soap:Envelope>",
  ];
  return {
    status: version === "1.2" && reason.kind === "sender" ? 400 : 500,
    contentType: `${mediaTypes[version]}; charset=utf-8`,
    body: body.join("\n"),
    problem,
  };
}

function textOf(reason: FaultReason): string {
  switch (reason.kind) {
    case "sender":
      return reason.problems[0]?.message ?? "";
    case "must-understand":
      return l10n.t(
        "The header block {0} must be understood, but the service doesn't know it.",
        `<${reason.blocks[0]?.name ?? ""}>`,
      );
    case "version-mismatch":
      return l10n.t("The service expects an Envelope of SOAP {0}.", reason.supported.join(", "));
  }
}

const codes11 = { sender: "Client", "must-understand": "MustUnderstand", "version-mismatch": "VersionMismatch" };
const codes12 = { ...codes11, sender: "Sender" };

function fault11(reason: FaultReason, text: string): readonly string[] {
  return [
    `<faultcode>soap:${codes11[reason.kind]}</faultcode>`,
    `<faultstring>${content(text)}</faultstring>`,
    ...detailOf(reason, "detail"),
  ];
}

function fault12(reason: FaultReason, text: string): readonly string[] {
  return [
    `<soap:Code><soap:Value>soap:${codes12[reason.kind]}</soap:Value></soap:Code>`,
    // The language of the sentences in the Fault.
    `<soap:Reason><soap:Text xml:lang="${l10n.t("en")}">${content(text)}</soap:Text></soap:Reason>`,
    ...detailOf(reason, "soap:Detail"),
  ];
}

/** The detail element of a Fault. Only Faults about the Body have one (SOAP 1.1 section 4.4). */
function detailOf(reason: FaultReason, name: string): readonly string[] {
  if (reason.kind !== "sender") return [];
  const problems = reason.problems.slice(0, problemsInFault).map(({ code, message }) => {
    return `  <problem xmlns="urn:soaphttp:mock" code="${attributeText(code)}">${content(message)}</problem>`;
  });
  return [`<${name}>`, ...problems, `</${name}>`];
}

/** The header blocks Upgrade and NotUnderstood of a Fault (SOAP 1.2 part 1, sections 5.4.7 and 5.4.8). */
function headerOf(reason: FaultReason, version: SoapVersion): readonly string[] {
  if (version === "1.1" || reason.kind === "sender") return [];
  if (reason.kind === "must-understand") {
    return reason.blocks.map(({ namespace = "", local }) => {
      return `<soap:NotUnderstood xmlns:n="${attributeText(namespace)}" qname="n:${local}"/>`;
    });
  }
  const supported = reason.supported.map((version) => {
    return `  <soap:SupportedEnvelope xmlns:n="${envelopeNamespaces[version]}" qname="n:Envelope"/>`;
  });
  return ["<soap:Upgrade>", ...supported, "</soap:Upgrade>"];
}

/** The WS-Addressing header blocks of a Fault, with the action of Faults that SOAP defines (WS-Addressing 1.0 SOAP binding section 6). */
function relation({ namespace, messageId }: Correlation): readonly string[] {
  const block = (local: string, text: string) => `<a:${local} xmlns:a="${namespace}">${content(text)}</a:${local}>`;
  return [
    block("Action", namespace + (namespace.includes("/2005/") ? "/soap/fault" : "/fault")),
    block("RelatesTo", messageId),
  ];
}

/** Escapes a text for XML. Messages quote header values, which may have characters that XML doesn't allow. */
function content(text: string): string {
  return elementText(text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd"));
}
