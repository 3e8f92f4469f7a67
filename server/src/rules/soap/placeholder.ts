import * as l10n from "@vscode/l10n";
import { trimmed } from "../../text/span.ts";
import { elements } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";
import type { Report } from "../rule.ts";
import type { SoapRule } from "./xmlMessage.ts";

/** SoapUI writes `?` as the value of each element and attribute of the requests that it makes from a WSDL. */
export const valuePlaceholder: SoapRule = {
  code: "soap-placeholder",
  severity: "hint",
  source: "SoapUI, sample requests",
  *check({ envelope }) {
    if (envelope)
      for (const element of elements(envelope.document)) yield* placeholdersIn(envelope.document.text, element);
  },
};

function* placeholdersIn(text: string, { name, attributes, children }: XmlElement): Iterable<Report> {
  for (const { name: attribute, valueStart, valueEnd } of attributes) {
    if (valueEnd - valueStart === 1 && text.charAt(valueStart) === "?") yield report(valueStart, attribute);
  }
  const [only, ...others] = children;
  if (only?.kind !== "text" || others.length > 0) return;
  const { start, end } = trimmed(text, only);
  if (end - start === 1 && text.charAt(start) === "?") yield report(start, name);
}

function report(at: number, name: string): Report {
  return {
    at: { start: at, end: at + 1 },
    message: l10n.t("? is a SoapUI placeholder. Replace it with the value of {0}.", name),
  };
}
