import * as l10n from "@vscode/l10n";
import { oneLine } from "../text/lines.ts";
import type { IdentityConstraint, IdentityPath, NameTest, QName, SchemaProblem } from "./components.ts";
import { attribute, qname, xsdNamespace } from "./declarations.ts";
import { namespaceInScope, type SourceElement } from "./document.ts";
import { isNcName } from "./pattern/characterSets.ts";
import type { Place } from "./place.ts";

/** The identity constraints of an element; what can't be read is reported and left out. */
export function identityConstraints(
  { source, context: { targetNamespace } }: Place,
  report: (problem: SchemaProblem) => void,
): readonly IdentityConstraint[] {
  return source.children.flatMap((child) => {
    const kind = child.namespace === xsdNamespace ? kinds.find((one) => one === child.local) : undefined;
    const local = attribute(child, "name");
    if (kind === undefined || local === undefined) return [];
    const [selector] = pathsIn(child, "selector", report);
    const fields = pathsIn(child, "field", report);
    const refer = kind === "keyref" ? referred(child) : undefined;
    if (selector === undefined || [selector, ...fields].some((one) => one === null) || fields.length === 0) return [];
    if (kind === "keyref" && refer === undefined) return [];
    const known = fields.filter((one) => one !== null);
    const name: QName = { namespace: targetNamespace, local };
    return selector === null ? [] : [{ kind, name, refer, selector, fields: known, source: child }];
  });
}

const kinds = ["unique", "key", "keyref"] as const;

function referred(source: SourceElement): QName | undefined {
  const refer = attribute(source, "refer");
  return refer === undefined ? undefined : qname(source, refer);
}

/** The paths of the children with a name; null for one that can't be read. */
function pathsIn(
  source: SourceElement,
  name: "selector" | "field",
  report: (problem: SchemaProblem) => void,
): readonly (readonly IdentityPath[] | null)[] {
  const elements = source.children.filter(({ namespace, local }) => namespace === xsdNamespace && local === name);
  return elements.map((element) => {
    const xpath = attribute(element, "xpath") ?? "";
    const paths = xpath.split("|").map((text) => readPath(text, element, name === "field"));
    if (paths.every((path) => path !== undefined)) return paths;
    const message = l10n.t("{0} isn't a valid path for a {1}. The constraint is ignored.", oneLine(xpath), name);
    report({ source: element, attribute: "xpath", message });
    return null;
  });
}

/** Undefined where the text isn't in the subset. */
function readPath(text: string, source: SourceElement, isField: boolean): IdentityPath | undefined {
  const written = withoutSpace(text);
  if (written === undefined) return undefined;
  const anyDepth = written.startsWith(".//");
  const names = (anyDepth ? written.slice(3) : written).split("/");
  const last = names.at(-1) ?? "";
  const attributeName = /^(?:@|attribute::)(.*)$/s.exec(last)?.[1];
  if (attributeName !== undefined && !isField) return undefined;
  const steps: NameTest[] = [];
  for (const name of attributeName === undefined ? names : names.slice(0, -1)) {
    if (name === ".") continue;
    const step = readTest(name.replace(/^child::/, ""), source);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  const ofAttribute = attributeName === undefined ? undefined : readTest(attributeName, source);
  if (attributeName !== undefined && ofAttribute === undefined) return undefined;
  return { anyDepth, steps, attribute: ofAttribute };
}

/** Whitespace is allowed beside the signs between names; undefined where it is elsewhere. */
function withoutSpace(text: string): string | undefined {
  const parts = text.split(/[ \t\r\n]+/).filter(Boolean);
  const isSplit = parts.some((part, at) => at > 0 && !/^[/:@]/.test(part) && !/[/:@]$/.test(parts[at - 1] ?? ""));
  return isSplit ? undefined : parts.join("");
}

/** A name without a prefix has no namespace, even if there is a default namespace. */
function readTest(text: string, source: SourceElement): NameTest | undefined {
  if (text === "*") return { namespace: undefined, local: undefined };
  const colon = text.indexOf(":");
  const prefix = colon < 0 ? undefined : text.slice(0, colon);
  const local = text.slice(colon + 1);
  if ((local !== "*" && !isNcName(local)) || (prefix !== undefined && !isNcName(prefix))) return undefined;
  const namespace = prefix === undefined ? "" : namespaceInScope(source.scope, prefix);
  return namespace === undefined ? undefined : { namespace, local: local === "*" ? undefined : local };
}
