import * as l10n from "@vscode/l10n";
import type { Body, CollectionHeader, CollectionPart, Text } from "../collection.ts";
import type { Item } from "../ledger.ts";
import { attachmentsOf, fieldsOf, formParts } from "./attachments.ts";
import type { Interface } from "./context.ts";
import { attribute, child, childrenNamed, childText, type ProjectElement } from "./projectXml.ts";
import { addedHeaders, contentOf, credentialsOf, mergedHeaders, optionLines } from "./requestParts.ts";
import { constantText, expanded, type PropertyScope } from "./scope.ts";
import { addressOf, type BuiltRequest, missingAddress, type RequestPlace } from "./soapRequest.ts";

interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly style: "QUERY" | "HEADER" | "TEMPLATE" | "MATRIX" | "PLAIN";
}

/** A method of a resource, with the joined path and the parameters of all outer resources. */
export interface RestMethod {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

/** The methods of a REST interface, with the path by which steps refer to them, and their requests. */
export function restMethods(
  iface: ProjectElement,
): readonly (RestMethod & { readonly name: string; readonly element: ProjectElement })[] {
  const methods: (RestMethod & { name: string; element: ProjectElement })[] = [];
  const pending = childrenNamed(iface, "resource")
    .map((resource) => ({ resource, path: attribute(iface, "basePath"), parameters: [] as readonly Parameter[] }))
    .reverse();
  for (let current = pending.pop(); current; current = pending.pop()) {
    const path = joined(current.path, attribute(current.resource, "path"));
    const parameters = [...current.parameters, ...parametersOf(current.resource)];
    const add = (named: ProjectElement, element: ProjectElement) => {
      const method = attribute(named, "method") || "GET";
      const all = [...parameters, ...parametersOf(named)];
      methods.push({ name: attribute(named, "name"), element, method, path, parameters: all });
    };
    for (const method of childrenNamed(current.resource, "method")) add(method, method);
    // In projects of old versions, requests are in the resource itself.
    for (const request of childrenNamed(current.resource, "request")) add(request, { ...empty, children: [request] });
    const inner = childrenNamed(current.resource, "resource").map((resource) => ({ resource, path, parameters }));
    pending.push(...inner.reverse());
  }
  return methods;
}

const empty: ProjectElement = { name: "method", attributes: new Map(), children: [], text: "", inner: "" };

function joined(base: string, path: string): string {
  if (path === "") return base;
  return `${base.endsWith("/") ? base.slice(0, -1) : base}${path.startsWith("/") ? "" : "/"}${path}`;
}

/** The parameters that an element declares, with their values. */
export function parametersOf(element: ProjectElement): readonly Parameter[] {
  return childrenNamed(child(element, "parameters"), "parameter").map((parameter) => {
    const style = (childText(parameter, "style") ?? "QUERY").toUpperCase();
    return {
      name: childText(parameter, "name") ?? "",
      value: childText(parameter, "value") || (childText(parameter, "default") ?? ""),
      style: styles.find((one) => one === style) ?? "QUERY",
    };
  });
}

const styles = ["QUERY", "HEADER", "TEMPLATE", "MATRIX", "PLAIN"] as const;

/** The values of a request for the parameters of its method, in the order of the request. */
export function valuesOf(request: ProjectElement, declared: readonly Parameter[]): readonly Parameter[] {
  const entries = childrenNamed(child(request, "parameters"), "entry");
  const values = new Map(entries.map((entry) => [attribute(entry, "key"), attribute(entry, "value")]));
  const order = new Map(
    childrenNamed(child(request, "parameterOrder"), "entry").map(({ text }, index) => [text, index]),
  );
  const byName = new Map(declared.map((one) => [one.name, { ...one, value: values.get(one.name) ?? one.value }]));
  for (const [name, value] of values) if (!byName.has(name)) byName.set(name, { name, value, style: "QUERY" });
  const rank = ({ name }: Parameter) => order.get(name) ?? order.size;
  return [...byName.values()].sort((a, b) => rank(a) - rank(b));
}

/** A REST request of a method, or an HTTP request, whose path is its address. */
export function plainRequest(
  request: ProjectElement,
  iface: Interface | undefined,
  { method, path, parameters }: RestMethod,
  place: RequestPlace,
): BuiltRequest {
  const { scope, item } = place;
  const address = addressOf(request, iface, item);
  const isPosted = attribute(request, "postQueryString") === "true";
  const filled = parameters.filter(({ value, style }) => value !== "" || style === "TEMPLATE");
  const pathText = withTemplates(path, filled, place);
  const query = queryOf(filled, place);
  const base = address === "" ? missingAddress(item) : expanded(baseOf(address, path, scope), scope, item);
  const target = [
    ...base,
    ...pathText,
    ...(isPosted || query.length === 0 ? [] : [address.includes("?") ? "&" : "?", ...query]),
  ];
  const { headers, body } = entityOf(request, method, isPosted ? query : [], place);
  const credentials = credentialsOf(request, scope, item);
  const declared = filled.flatMap(({ name, value, style }): CollectionHeader[] =>
    style === "HEADER" ? [{ name, value: expanded(value, scope, item) }] : [],
  );
  const accept = attribute(request, "accept");
  const own = [
    ...headers,
    ...(accept === "" ? [] : fieldsOf([["Accept", accept]])),
    ...declared,
    ...credentials.headers,
  ];
  return {
    method,
    target,
    headers: mergedHeaders(own, addedHeaders(request, scope, item)),
    body,
    isPlain: true,
    options: [...optionLines(request, item), ...credentials.preamble],
  };
}

/** The address to which a path is appended. A slash is added only if the address has no path (HttpRequestFilter). */
function baseOf(address: string, path: string, scope: PropertyScope): string {
  const start = constantText(path, scope)?.charAt(0) ?? "";
  if (start === "/") return address.endsWith("/") && !address.endsWith("//") ? address.slice(0, -1) : address;
  const hasPath =
    constantText(address, scope)
      ?.replace(/^\w+:\/\//, "")
      .includes("/") ?? false;
  return start === "" || hasPath ? address : `${address}/`;
}

/** The path with its expansions and with values for its `{name}`, followed by matrix parameters (HttpRequestFilter). */
function withTemplates(path: string, parameters: readonly Parameter[], { scope, item }: RequestPlace): Text {
  const templates = new Map(
    parameters.flatMap(({ name, value, style }) => (style === "TEMPLATE" ? [[`{${name}}`, value]] : [])),
  );
  const parts = expanded(path, scope, item).flatMap((part): Text => {
    if (typeof part !== "string") return [part];
    return part.split(/(\{[^{}]*\})/).flatMap((piece): Text => {
      const value = templates.get(piece);
      return value === undefined ? [piece] : encodedOnce(value, scope, item);
    });
  });
  const matrix = parameters.flatMap(
    ({ name, value, style }): Text =>
      style === "MATRIX" ? [`;${encodeURIComponent(wellFormed(name))}=`, ...encodedOnce(value, scope, item)] : [],
  );
  return [...parts, ...matrix];
}

/** The percent-encoded value. A value that is already encoded isn't changed (HttpRequestFilter.isAlreadyEncoded). */
function encodedOnce(value: string, scope: PropertyScope, item: Item): Text {
  const isEncoded = /%[\da-f]{2}|\+/i.test(constantText(value, scope) ?? value);
  return isEncoded ? expanded(value, scope, item) : encoded(value, scope, item);
}

function queryOf(parameters: readonly Parameter[], { scope, item }: RequestPlace): Text {
  return parameters
    .filter(({ style }) => style === "QUERY")
    .flatMap(
      ({ name, value }, index): Text => [
        `${index === 0 ? "" : "&"}${encodeURIComponent(wellFormed(name))}=`,
        ...encoded(value, scope, item),
      ],
    );
}

/** The percent-encoded value. If it may contain other characters when it is sent, it is encoded then. */
function encoded(value: string, scope: PropertyScope, item: Item): Text {
  const isSafe = /^[\w.~-]+$/.test(constantText(value, scope) ?? "");
  return expanded(value, scope, item).map((part) => {
    if (typeof part === "string") return encodeURIComponent(wellFormed(part));
    return isSafe || part.kind === "builtIn"
      ? part
      : { kind: "computed", source: [part], steps: [{ word: "url", args: [] }] };
  });
}

/** A text without halves of surrogate pairs, which can't be encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

function entityOf(
  request: ProjectElement,
  method: string,
  posted: Text,
  place: RequestPlace,
): { readonly headers: readonly CollectionHeader[]; readonly body: Body | undefined } {
  const { scope, item, path, context } = place;
  const attachments = attachmentsOf(request, path, context);
  const content = contentOf(child(request, "request"), context.unpacker, item);
  const hasBody = !/^(?:GET|HEAD|TRACE)$/i.test(method);
  if (!hasBody) {
    if (content.trim() !== "") item.partly(l10n.t("SoapUI doesn't send its body, because its method is {0}.", method));
    return { headers: [], body: undefined };
  }
  const mediaType = attribute(request, "mediaType") || "application/json";
  const charset = childText(request, "encoding") ?? "";
  const type = fieldsOf([["Content-Type", charset === "" ? mediaType : `${mediaType}; charset=${charset}`]]);
  const text = posted.length > 0 ? posted : expanded(content, scope, item);
  const [only, ...others] = attachments;
  if (only && others.length === 0 && text.length === 0 && !/^multipart\//i.test(mediaType)) {
    return { headers: type, body: { kind: "file", file: only.file } };
  }
  if (attachments.length > 0) {
    const whole = /^multipart\//i.test(mediaType) ? mediaType : "multipart/form-data";
    const root: CollectionPart[] =
      text.length === 0 ? [] : [{ headers: fieldsOf([["Content-Disposition", "form-data"]]), content: text }];
    return {
      headers: fieldsOf([["Content-Type", whole]]),
      body: { kind: "multipart", parts: [...root, ...formParts(attachments)] },
    };
  }
  return text.length === 0 ? { headers: [], body: undefined } : { headers: type, body: { kind: "text", text } };
}
