import * as l10n from "@vscode/l10n";
import { jsonValues, parseJsonPath } from "../expectations/jsonPath.ts";
import type { Path } from "../expectations/path.ts";
import type { Content } from "./content.ts";
import { evaluateXPath, type Found, inAnyNamespace } from "./xpath.ts";

/** The values of a path in a body. Of an XPath that finds nothing: `hint`, a sentence about what it may mean. */
export function valuesIn(
  content: Content,
  path: Pick<Path, "kind" | "text">,
  prefixes: ReadonlyMap<string, string>,
): Found & { readonly hint?: Hint | undefined } {
  if (path.kind === "json") return jsonFound(content, path.text);
  const { nodes, xml, tooLarge } = content;
  if (tooLarge !== undefined) return { why: tooLarge };
  if (!nodes || !xml) return { why: l10n.t("The body isn't XML.") };
  if (xml.problems.length > 0 || !xml.root) return { why: l10n.t("The body isn't well-formed XML.") };
  const found = evaluateXPath(path.text, nodes, prefixes);
  if (!("values" in found) || found.values.length > 0) return found;
  const instead = inAnyNamespace(path.text);
  const others = instead === path.text ? undefined : evaluateXPath(instead, nodes, prefixes);
  const count = others && "values" in others ? others.values.length : 0;
  const first = others && "values" in others ? others.values[0]?.node : undefined;
  if (!first || count === 0) return found;
  const namespace = first.nodeType === 1 || first.nodeType === 2 ? (first.namespaceURI ?? "") : "";
  const prefix = [...prefixes].find(([name, uri]) => uri === namespace && name !== "")?.[0];
  const own = first.nodeType === 1 && prefix !== undefined ? `${prefix}:${first.localName}` : undefined;
  return { ...found, hint: { why: hintText(count, namespace, instead, own), instead } };
}

export interface Hint {
  readonly why: string;
  readonly instead: string;
}

function hintText(count: number, namespace: string, instead: string, own: string | undefined): string {
  const where = namespace === "" ? l10n.t("no namespace") : namespace;
  const matches = count === 1 ? l10n.t("1 match in {0}", where) : l10n.t("{0} matches in {1}", count, where);
  return own === undefined
    ? l10n.t("{0}: write {1}", matches, instead)
    : l10n.t("{0}: write {1}, or use the name {2}", matches, instead, own);
}

function jsonFound({ json }: Content, path: string): Found {
  if (!json) return { why: l10n.t("The body isn't JSON.") };
  const steps = parseJsonPath(path);
  if ("why" in steps) return steps;
  const values = jsonValues(json.value, steps).map((value) => {
    return { text: typeof value === "string" ? value : JSON.stringify(value), at: undefined, node: undefined };
  });
  return { values };
}
