import * as l10n from "@vscode/l10n";
import { fact } from "../../http/facts.ts";
import { type C14nMethod, canonicalBytes, exclusiveC14n } from "../../security/c14n.ts";
import { shortened } from "../../text/lines.ts";
import { parseXml } from "../../xml/parser.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { markupOf } from "../markup.ts";
import { elementContent, type XmlContent } from "../xmlContent.ts";
import { StepError } from "./decoding.ts";
import { asXml, type FoundByPath, ofContent, ofXml, type Step, type StepArguments } from "./step.ts";

/** Canonicalization methods by the name of the step. */
const methods: ReadonlyMap<string, C14nMethod> = new Map(
  (["exclusive", "inclusive", "inclusive11"] as const).flatMap((kind) =>
    [false, true].map((comments) => [`${kind}${comments ? "-comments" : ""}`, { kind, comments, prefixes: [] }]),
  ),
);

export const xmlSteps: readonly Step[] = [
  ofXml("text", {
    ...fact("xpath", "XPath 3.1", () => l10n.t("The only element or text that an XPath finds.")),
    arguments: [{ kind: "path", usage: "PATH" }],
    apply: (input, given) => {
      // The text of an element may itself be a document.
      const content = input.element ? asXml(input.text) : input;
      const [first, second] = found(content, given);
      if (!first) throw new StepError(l10n.t("{0} finds nothing.", pathOf(given)));
      if (second) throw new StepError(l10n.t("{0} finds several values.", pathOf(given)));
      return first.element ? elementContent(content.document(), first.element) : first.text;
    },
  }),
  ofXml("text", {
    ...fact("without", "the .soaphttp format", () => l10n.t("The XML without the elements that an XPath finds.")),
    arguments: [{ kind: "path", usage: "PATH" }],
    ofSamples: true,
    apply: (input, given) => {
      const elements = found(input, given).map(({ element }) => element);
      if (elements.includes(undefined))
        throw new StepError(l10n.t("{0} finds something that isn't an element.", pathOf(given)));
      const left = input.without(elements.flatMap((one): readonly XmlElement[] => (one ? [one] : [])));
      if (!left) throw new StepError(l10n.t("{0} finds the element itself.", pathOf(given)));
      return left;
    },
  }),
  ofXml("bytes", {
    ...fact("c14n", "Canonical XML 1.0 and 1.1; Exclusive XML Canonicalization 1.0", () =>
      l10n.t("The canonical form of an element in its place, or of a document."),
    ),
    arguments: [
      { kind: "word", usage: "METHOD", optional: true, choices: [...methods.keys()] },
      { kind: "text", usage: '"prefixes"', optional: true },
    ],
    ofSamples: true,
    apply: (input, { words }) => {
      const text = words?.get('"prefixes"') ?? "";
      const method = methods.get(words?.get("METHOD") ?? "") ?? exclusiveC14n;
      const prefixes = text.split(/\s+/).flatMap((one) => (one === "#default" ? "" : one || []));
      const bytes = canonicalBytes(input.document(), input.element, { ...method, prefixes });
      if (!bytes) throw new StepError(l10n.t("The canonical form is too long."));
      return bytes;
    },
  }),
  ofContent("text", {
    ...fact("xml", "XML 1.0 section 3.1", () =>
      l10n.t("Markup, which is inserted between tags without escaping. A document loses its XML declaration."),
    ),
    arguments: [],
    isMarkup: true,
    ofSamples: true,
    apply: (input) => (typeof input === "string" ? fragment(input) : markupOf(asXml(input))),
  }),
];

function pathOf({ words }: StepArguments): string {
  return shortened(words?.get("PATH") ?? "");
}

function found(content: XmlContent, given: StepArguments): readonly FoundByPath[] {
  const result = given.find?.(given.words?.get("PATH") ?? "", content.document()) ?? [];
  if ("why" in result) throw new StepError(`${pathOf(given)}: ${result.why}`);
  return result;
}

/** Returns a text that can be the content of an element. Throws a `StepError` for other text. */
function fragment(text: string): string {
  const start = "<x>";
  const { problems } = parseXml(`${start}${text}</x>`);
  const problem = problems.find(({ code }) => code !== "xml-prefix-undeclared");
  if (!problem) return text;
  const at = Math.max(1, problem.start - start.length + 1);
  throw new StepError(l10n.t("The value isn't well-formed XML at character {0}.", at), "markup-invalid");
}
