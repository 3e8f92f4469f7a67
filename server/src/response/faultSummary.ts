import * as l10n from "@vscode/l10n";
import type { PresentedFault } from "../protocol.ts";
import { childElements, readEnvelope } from "../soap/envelope.ts";
import { decodeFault, definedCode, type Fault, reasonIn } from "../soap/fault.ts";
import { codeInWords } from "../soap/faultWords.ts";
import { textContent } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { faultCause } from "./faultCause.ts";
import { faultEntries } from "./faultInWords.ts";

/**
 * The Fault of a message, on one line and entry by entry; `undefined` where it has none.
 * @param languages those of the author, the first one preferred, such as `de`
 */
export function presentFault(
  document: XmlDocument | undefined,
  languages: readonly string[],
): PresentedFault | undefined {
  const envelope = document && readEnvelope(document);
  const fault = envelope && decodeFault(envelope);
  return (
    fault && {
      version: fault.version,
      summary: summaryOf(document, fault, languages),
      entries: faultEntries(document, fault, languages),
      cause: faultCause(envelope, fault),
    }
  );
}

/** As much of a text of the service's as a line has room for, in characters. */
const longest = 300;

function summaryOf(document: XmlDocument, fault: Fault, languages: readonly string[]): string {
  const { node, role, detail } = fault;
  const reason = reasonIn(fault, languages);
  const details = detail ? childElements(detail).map((child) => entryInWords(document, child)) : [];
  const cause = [shortened(codesOf(fault).join(", ")), reason && shortened(reason)].filter((part) => part);
  return [
    cause.length > 0 ? cause.join(": ") : l10n.t("neither code nor reason"),
    node && l10n.t("Node: {0}", shortened(node)),
    role && l10n.t("Role: {0}", shortened(role)),
    details.length > 0 && l10n.t("Detail: {0}", shortened(details.join(", "))),
    codeInWords(fault),
  ]
    .filter((part) => part)
    .join(" · ");
}

/** The specification's code by its name alone, a service's own with its prefix; then the subcodes. */
function codesOf(fault: Fault): string[] {
  const { code, subcodes, version } = fault;
  const defined = definedCode(fault);
  // Of SOAP 1.1's `Client.Authentication` the dotted part is a subcode; in a service's own code it is part of the name.
  if (!defined && version === "1.1") return code ? [code.text] : [];
  return [defined ?? code?.text ?? "", ...subcodes.map(({ text }) => text)].filter((part) => part !== "");
}

/** An entry of the detail with its text, where it holds nothing else. */
function entryInWords(document: XmlDocument, entry: XmlElement): string {
  const text = childElements(entry).length === 0 ? textContent(document, entry).trim() : "";
  return text === "" ? entry.name : `${entry.name}: ${text}`;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
