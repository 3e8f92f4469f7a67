import * as l10n from "@vscode/l10n";
import { jsonValues, parseJsonPath } from "../expectations/jsonPath.ts";
import type { Path } from "../expectations/path.ts";
import { isSecretHeader } from "../text/secretNames.ts";
import type { DocumentNode } from "../xpath/domNodes.ts";
import { type Evaluation, evaluateXPath, type Found, withPrefix } from "../xpath/xpath.ts";
import type { ReadContent } from "./readContent.ts";

/** The values of a path in a body. `hint`: a suggestion in one sentence if an XPath finds nothing. */
export function valuesIn(
  content: ReadContent,
  path: Pick<Path, "kind" | "text">,
  evaluation: Evaluation,
): Found & { readonly hint?: Hint | undefined } {
  if (path.kind === "json") return jsonFound(content, path.text);
  const { nodes, xml, tooLarge } = content;
  if (tooLarge !== undefined) return { why: tooLarge };
  if (!nodes || !xml) return { why: l10n.t("The body isn't XML.") };
  if (xml.problems.length > 0 || !xml.root) return { why: l10n.t("The body isn't well-formed XML.") };
  const result = evaluateXPath(path.text, nodes, evaluation);
  if (!("values" in result) || result.values.length > 0) return result;
  return { ...result, hint: hintFor(path.text, nodes, evaluation) };
}

/** Similar paths that would find something, for an XPath that finds nothing. */
export interface Hint {
  readonly why: string;
  readonly instead: readonly string[];
}

function hintFor(path: string, nodes: DocumentNode, evaluation: Evaluation): Hint | undefined {
  const anywhere = withPrefix(path, "*");
  const elsewhere = anywhere === path ? [] : valuesOf(anywhere, nodes, evaluation);
  const first = elsewhere[0]?.node;
  if (!first) return undefined;
  const namespace = first.nodeType === 1 || first.nodeType === 2 ? (first.namespaceURI ?? "") : "";
  const prefix = [...evaluation.prefixes()].find(([, uri]) => uri === namespace)?.[0];
  const own = prefix === undefined ? anywhere : withPrefix(path, prefix);
  const instead = [anywhere, ...(own !== anywhere && valuesOf(own, nodes, evaluation).length > 0 ? [own] : [])];
  const where = namespace === "" ? l10n.t("no namespace") : namespace;
  const matches =
    elsewhere.length === 1 ? l10n.t("1 match in {0}", where) : l10n.t("{0} matches in {1}", elsewhere.length, where);
  const [firstHint = "", other] = instead;
  const why =
    other === undefined
      ? l10n.t("{0}: write {1}", matches, firstHint)
      : l10n.t("{0}: write {1} or {2}", matches, firstHint, other);
  return { why, instead };
}

function valuesOf(path: string, nodes: DocumentNode, evaluation: Evaluation) {
  const result = evaluateXPath(path, nodes, evaluation);
  return "values" in result ? result.values : [];
}

function jsonFound({ json }: ReadContent, path: string): Found {
  if (!json) return { why: l10n.t("The body isn't JSON.") };
  const steps = parseJsonPath(path);
  if ("why" in steps) return steps;
  const values = jsonValues(json.value, steps).map(({ value, name }) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return { text, at: undefined, node: undefined, isSecret: isSecretHeader(name) };
  });
  return { values };
}
