import * as l10n from "@vscode/l10n";
import type { CollectionFile, CollectionWsdl } from "../collection.ts";
import type { Item, Ledger } from "../ledger.ts";
import { descriptionLines } from "./comments.ts";
import type { Interface, ProjectContext } from "./context.ts";
import { plainRequest, valuesOf } from "./plainRequest.ts";
import { attribute, child, childrenNamed, childText, type ProjectElement, unkept } from "./projectXml.ts";
import { restMethodsOf } from "./requestSteps.ts";
import type { PropertyScope } from "./scope.ts";
import { type BuiltRequest, soapRequest } from "./soapRequest.ts";

/** Reads an interface, with the copy of its definition if the project contains one. */
export function readInterface(element: ProjectElement, ledger: Ledger): Interface {
  const name = attribute(element, "name") || "interface";
  const type = attribute(element, "type");
  const isRest = /rest/i.test(type) || (type === "" && child(element, "resource") !== undefined);
  const operations = new Map(childrenNamed(element, "operation").map((one) => [attribute(one, "name"), one]));
  const endpoints = childrenNamed(child(element, "endpoints"), "endpoint").map(({ text }) => text.trim());
  return {
    name,
    element,
    isRest,
    version: isRest ? undefined : attribute(element, "soapVersion") === "1_2" ? "1.2" : "1.1",
    endpoints: endpoints.filter((one) => one !== ""),
    wsdl: isRest ? undefined : definitionOf(element, name, ledger),
    operations,
  };
}

/** The documents in the definition cache, the root first. In old projects, they are embedded in the project as XML. */
function definitionOf(element: ProjectElement, name: string, ledger: Ledger): CollectionWsdl | undefined {
  const cache = child(element, "definitionCache");
  const location = attribute(element, "definition");
  const documents = childrenNamed(cache, "part").flatMap((part) => {
    const content = child(part, "content");
    const text = content && content.children.length > 0 ? content.inner : (content?.text ?? "");
    const url = childText(part, "url")?.trim() ?? "";
    return text.trim() === "" || url === ""
      ? []
      : [{ url, text: text.replace(/^\s*<xml-fragment\s*>|<\/xml-fragment>\s*$/g, "") }];
  });
  if (location === "" && documents.length === 0) return undefined;
  const item = ledger.add("wsdl", "definition", [name]);
  if (documents.length === 0) {
    item.explain(l10n.t("The project has no copy of the definition {0}.", location));
    if (/^https?:\/\//i.test(location)) item.address = location;
    return undefined;
  }
  const root = attribute(cache, "rootPart") || location;
  const isRoot = ({ url }: { readonly url: string }) => url === root;
  return { item, name, documents: [...documents.filter(isRoot), ...documents.filter((one) => !isRoot(one))] };
}

/** A file with the sample requests of an interface; undefined if there are none. */
export function sampleRequests(
  iface: Interface,
  scope: PropertyScope,
  context: ProjectContext,
): CollectionFile | undefined {
  const steps = iface.isRest ? restSamples(iface, scope, context) : soapSamples(iface, scope, context);
  const comments = descriptionLines(iface.element);
  return steps.length === 0 ? undefined : { name: iface.name, comments, variables: [], steps };
}

function soapSamples(iface: Interface, scope: PropertyScope, context: ProjectContext) {
  return [...iface.operations].flatMap(([operation, element]) =>
    childrenNamed(element, "call")
      .map(unkept)
      .map((call) => {
        const name = attribute(call, "name");
        const path = [iface.name, operation, name];
        const item = context.ledger.add("request", "call", path);
        const built = soapRequest(call, iface, operation, { scope, item, path, context });
        return sample(built, item, call, `${operation} ${name}`);
      }),
  );
}

function restSamples(iface: Interface, scope: PropertyScope, context: ProjectContext) {
  return restMethodsOf(iface).flatMap((method) =>
    childrenNamed(method.element, "request").map((request) => {
      const name = attribute(request, "name");
      const path = [iface.name, method.path, method.name, name];
      const item = context.ledger.add("request", "request", path);
      const filled = { ...method, parameters: valuesOf(request, method.parameters) };
      const built = plainRequest(request, iface, filled, { scope, item, path, context });
      return sample(built, item, request, `${method.name} ${name}`);
    }),
  );
}

function sample({ options, ...rest }: BuiltRequest, item: Item, request: ProjectElement, name: string) {
  const preamble = [...descriptionLines(request), ...options];
  return { ...rest, kind: "request", item, name: name.trim(), preamble } as const;
}
