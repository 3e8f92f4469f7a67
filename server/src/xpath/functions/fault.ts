import * as l10n from "@vscode/l10n";

/** An error with a code of the specification and its subject. The host makes a sentence of it. */
export class FunctionFault extends Error {
  constructor(code: string, about = "") {
    super(`${code} ${about.slice(0, 100).replace(/\s+/g, " ")}`);
  }
}

/** A sentence for an error of a function that was added to the library; `undefined` for other errors. */
export function functionFault(message: string): string | undefined {
  // The library's message contains the stack of the error.
  const [, code = "", about = ""] = /(?:^|Error: )([A-Z]{4}\d{4}) (.*)/m.exec(message) ?? [];
  return sentences[code]?.(about);
}

const sentences: Readonly<Record<string, (about: string) => string>> = {
  FODF1280: (name) => l10n.t("The decimal format {0} is unknown. Leave it out.", name),
  FODF1310: (picture) => l10n.t("The picture {0} isn't one for numbers, such as #,##0.00.", picture),
  FOFD1340: (picture) =>
    l10n.t("The picture {0} isn't one for dates and times, such as [D01].[M01].[Y] [H01]:[m01].", picture),
  FOFD1350: (component) => l10n.t("The value has no component {0}, which the picture shows.", component),
  FODT0003: (duration) => l10n.t("{0} isn't a time zone. It must have full minutes and at most 14 hours.", duration),
  FORG0010: () => l10n.t("The text isn't a date such as Wed, 06 Jun 1994 07:29:35 GMT."),
  FODC0006: () => l10n.t("The text isn't well-formed XML."),
  FOJS0001: () => l10n.t("The text isn't JSON."),
  FOJS0006: (name) => l10n.t("xml-to-json needs the XML of json-to-xml. Unexpected: {0}", name),
  FOCH0003: (form) => l10n.t("The normalization form {0} is unknown. Use NFC, NFD, NFKC or NFKD.", form),
  FOAP0001: (count) => l10n.t("A function can't be applied to {0} values.", count),
  FORX0001: (flags) => l10n.t("The flags {0} aren't supported. Use i, s, x and q.", flags),
  FORX0002: (pattern) => l10n.t("The pattern {0} isn't supported.", pattern),
  FORX0003: (pattern) => l10n.t("The pattern {0} matches an empty text.", pattern),
  SENR0001: () => l10n.t("An attribute alone can't be serialized."),
  SEPM0016: (method) => l10n.t("The serialization method {0} isn't supported. Use xml, text or json.", method),
  SERE0023: () => l10n.t("Several values have no JSON. Put them into an array."),
  SOAP0001: () => l10n.t("The functions of an expression read at most 10 MB."),
  SOAP0002: () => l10n.t("XML with a document type declaration isn't parsed."),
  SOAP0003: () => l10n.t("The XML is nested too deep for XPath."),
  SOAP0004: () => l10n.t("The pattern takes too many steps."),
};
