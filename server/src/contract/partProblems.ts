import * as l10n from "@vscode/l10n";
import type { MessagePart } from "../wsdl/model.ts";
import type { Endpoint } from "../wsdl/operations.ts";
import { Problems, type WsdlProblem } from "../wsdl/problems.ts";
import { isLocalName } from "../xml/characters.ts";
import { builtInType } from "../xsd/builtInTypes.ts";
import type { QName } from "../xsd/components.ts";
import { attribute, type Declarations, notAName, xsdNamespace } from "../xsd/declarations.ts";

/** Problems of the parts of operations' messages: names that no schema declares, and names that aren't XML names. */
export function partProblems(endpoints: readonly Endpoint[], declarations: Declarations): readonly WsdlProblem[] {
  const problems = new Problems();
  for (const part of partsOf(endpoints)) {
    const { element, type, source } = part;
    if (element && !isDeclared("element", element, declarations)) addUnknown(problems, part, "element");
    if (type && !isDeclared("type", type, declarations)) addUnknown(problems, part, "type");
    if (part.name !== "" && !isLocalName(part.name)) problems.add(source, notAName(part.name), "name");
  }
  return problems.all;
}

function partsOf(endpoints: readonly Endpoint[]): ReadonlySet<MessagePart> {
  const parts = new Set<MessagePart>();
  for (const { operation } of new Map(endpoints.map((one) => [one.operation, one])).values()) {
    const { input, output, faults } = operation;
    for (const bound of [input, output, ...faults]) for (const part of bound?.message?.parts ?? []) parts.add(part);
    for (const bound of [input, output]) for (const { part } of bound?.headers ?? []) if (part) parts.add(part);
  }
  return parts;
}

/** Whether a name is declared, or may be declared in a document that can't be read, which is reported separately. */
function isDeclared(kind: "element" | "type", name: QName, declarations: Declarations): boolean {
  if (name.namespace === xsdNamespace)
    return kind === "type" && (name.local === "anyType" || !!builtInType(name.local));
  return declarations.incomplete.has(name.namespace) || declarations.find(kind, name) !== undefined;
}

function addUnknown(problems: Problems, { source }: MessagePart, about: "element" | "type"): void {
  const text = attribute(source, about) ?? "";
  problems.add(source, l10n.t("{0} is not defined. Any content is accepted for it.", text), about);
}
