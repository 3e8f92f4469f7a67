import * as l10n from "@vscode/l10n";
import { faultCodeFact } from "../soap/documentation.ts";
import { childElements } from "../soap/envelope.ts";
import { type Fault, type FaultCode, reasonIn } from "../soap/fault.ts";
import { codeInWords } from "../soap/faultWords.ts";
import { textContent } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";

/** One thing that a Fault says. */
export interface FaultEntry {
  readonly label: string;
  /** On one line; may be long. */
  readonly value: string;
}

/**
 * A Fault, decoded: its codes with what they mean, the reason in the author's language where there are several, node,
 * role, and the texts in the detail. Namespaces of codes that no specification here defines are left to the document.
 * @param languages those of the author, the first one preferred, such as `de`
 */
export function faultEntries(document: XmlDocument, fault: Fault, languages: readonly string[]): readonly FaultEntry[] {
  const { code, subcodes, node, role, detail } = fault;
  const entries: FaultEntry[] = [];
  const add = (label: string, value: string | undefined) => {
    if (value) entries.push({ label, value: oneLine(value) });
  };
  add(l10n.t("Code"), code && withMeaning(code, codeInWords(fault) ?? meaningOf(code)));
  for (const subcode of subcodes) add(l10n.t("Subcode"), withMeaning(subcode, meaningOf(subcode)));
  add(l10n.t("Reason"), reasonIn(fault, languages));
  add(fault.version === "1.1" ? l10n.t("Actor") : l10n.t("Node"), node);
  add(l10n.t("Role"), role);
  for (const text of detail ? detailTexts(document, detail) : []) add(l10n.t("Detail"), text);
  return entries;
}

/** As much of a text as is read in passing, in characters; the rest stands in the document. */
const longest = 600;
const maxDetails = 20;

function withMeaning({ text }: FaultCode, meaning: string | undefined): string {
  return meaning === undefined ? text : `${text} — ${meaning}`;
}

function meaningOf({ namespace, local }: FaultCode): string | undefined {
  return namespace === undefined ? undefined : faultCodeFact(namespace, local)?.meaning();
}

/** `Fault/max: P5M` for each element of the detail that has a text of its own, `Fault` for one that says nothing more. */
function detailTexts(document: XmlDocument, detail: XmlElement): readonly string[] {
  const texts: string[] = [];
  const pending = childElements(detail).map((element) => ({ element, path: element.local }));
  if (pending.length === 0) return [textContent(document, detail).trim()];
  while (pending.length > 0 && texts.length < maxDetails) {
    const next = pending.shift();
    if (!next) break;
    const { element, path } = next;
    const children = childElements(element);
    if (children.length === 0) {
      const text = textContent(document, element).trim();
      texts.push(text === "" ? path : `${path}: ${text}`);
    }
    // A detail may be as deep as its text is long, and a path is to be read.
    const shown = path.split("/").slice(-2).join("/");
    pending.unshift(
      ...children.slice(0, maxDetails).map((child) => ({ element: child, path: `${shown}/${child.local}` })),
    );
  }
  return pending.length > 0 ? [...texts, "…"] : texts;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
