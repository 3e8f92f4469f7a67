import * as l10n from "@vscode/l10n";
import { memoized } from "../../text/memoized.ts";
import type { CollectionRequest, PreambleLine } from "../collection.ts";
import { Item } from "../ledger.ts";
import { assertionLines } from "./assertions.ts";
import { descriptionLines } from "./comments.ts";
import type { Interface, ProjectContext } from "./context.ts";
import type { EnvelopeEdit } from "./envelopeEdits.ts";
import { parametersOf, plainRequest, type RestMethod, restMethods, valuesOf } from "./plainRequest.ts";
import { attribute, child, childrenNamed, childText, type ProjectElement } from "./projectXml.ts";
import type { PropertyScope, StepValues } from "./scope.ts";
import { type BuiltRequest, type RequestPlace, soapBody, soapRequest } from "./soapRequest.ts";
import type { TransferStep } from "./transfers.ts";
import type { XPathPrefixes } from "./xpath.ts";

export interface RequestStep {
  readonly step: ProjectElement;
  readonly request: ProjectElement;
  readonly iface: Interface | undefined;
  /** The REST method; undefined for SOAP. */
  readonly method: RestMethod | undefined;
}

/** The request of a step; undefined if the step sends no request. */
export function requestStepOf(step: ProjectElement, { interfaces }: ProjectContext): RequestStep | undefined {
  const config = child(step, "config");
  switch (attribute(step, "type")) {
    case "request": {
      const request = child(config, "request");
      const named = interfaces.get(childText(config, "interface") ?? "");
      const iface = named && (soapInterfaces(named).get(childText(config, "operation") ?? "") ?? named[0]);
      return request && { step, request, iface, method: undefined };
    }
    case "restrequest": {
      const request = child(config, "restRequest") ?? child(config, "request");
      const named = interfaces.get(attribute(config, "service"));
      return request && { step, request, ...restMethodOf(config, request, named) };
    }
    case "httprequest": {
      const request = child(config, "httpRequest") ?? config;
      if (!request) return undefined;
      const method = attribute(request, "method") || "GET";
      return { step, request, iface: undefined, method: { method, path: "", parameters: parametersOf(request) } };
    }
    default:
      return undefined;
  }
}

/** The first interface with each operation, among the interfaces with the same name (WsdlTestRequestStep.findWsdlOperation). */
const soapInterfaces = memoized((interfaces: readonly Interface[]): ReadonlyMap<string, Interface> => {
  const all = interfaces.flatMap((iface) => [...iface.operations.keys()].map((name) => [name, iface] as const));
  return new Map(all.reverse());
});

/** Methods by name, and by name and path. Of several, the first is used (RestTestRequestStep.findRestResource). */
const restMethodsByName = memoized((interfaces: readonly Interface[]) => {
  const all = interfaces.flatMap((iface) => restMethodsOf(iface).map((method) => ({ iface, method }))).reverse();
  return new Map([
    ...all.map((one) => [one.method.name, one] as const),
    ...all.map((one) => [`${one.method.name}\n${one.method.path}`, one] as const),
  ]);
});

/** The method of a REST step by its name and path, with the values from the step. */
function restMethodOf(
  config: ProjectElement | undefined,
  request: ProjectElement,
  interfaces: readonly Interface[] | undefined,
): Pick<RequestStep, "iface"> & { readonly method: RestMethod } {
  const [name, path] = [attribute(config, "methodName"), attribute(config, "resourcePath")];
  const byName = interfaces && restMethodsByName(interfaces);
  const resource = byName?.get(`${name}\n${path}`) ?? byName?.get(name);
  const parameters = valuesOf(request, resource?.method.parameters ?? []);
  if (resource) return { iface: resource.iface, method: { ...resource.method, parameters } };
  const method = attribute(request, "method") || "GET";
  return { iface: interfaces?.[0], method: { method, path: attribute(request, "fullPath") || path, parameters } };
}

/** The methods of a REST interface, which are computed only once for each interface. */
export const restMethodsOf = memoized(({ element }: Interface) => restMethods(element));

export interface StepPlace {
  readonly scope: PropertyScope;
  readonly path: readonly string[];
  readonly context: ProjectContext;
  readonly before: readonly PreambleLine[];
  readonly alsoItems: readonly Item[];
  readonly edits: readonly EnvelopeEdit[];
  /** Texts that replace parameters and the address, by names in lower case. */
  readonly values: ReadonlyMap<string, string>;
}

export function stepRequest({ step, request, iface, method }: RequestStep, place: StepPlace): CollectionRequest {
  const { scope, path, context, before, edits, values } = place;
  const stepItem = context.ledger.add("step", attribute(step, "type"), path);
  const item = context.ledger.add("request", request.name === "config" ? "httpRequest" : request.name, path);
  const config = child(step, "config");
  const about: RequestPlace = { scope, item, path, context, edits };
  const changed = values.has("endpoint") ? withEndpoint(request, values.get("endpoint") ?? "") : request;
  const built: BuiltRequest = method
    ? plainRequest(changed, iface, withValues(method, values), about)
    : soapRequest(changed, iface, childText(config, "operation") ?? "", about);
  if (!method && !iface) {
    item.partly(l10n.t("Its interface {0} is not in the project.", childText(config, "interface") ?? ""));
  }
  const prefixes = context.prefixes.of(method ? "" : soapBody(request, about));
  const asserted = { scope, prefixes, hasContract: iface?.wsdl !== undefined };
  const assertions = [
    ...childrenNamed(request, "assertion"),
    ...childrenNamed(config === request ? undefined : config, "assertion"),
  ];
  const expectations = assertions.flatMap((assertion) => {
    const own = context.ledger.add("assertion", attribute(assertion, "type"), path);
    return assertionLines(assertion, asserted, own);
  });
  return {
    kind: "request",
    item,
    method: built.method,
    target: built.target,
    headers: built.headers,
    body: built.body,
    wsdl: built.wsdl,
    isPlain: built.isPlain === true,
    alsoItems: [stepItem, ...place.alsoItems],
    name: attribute(step, "name") || attribute(request, "name"),
    preamble: [...descriptionLines(step), ...before, ...built.options, ...expectations],
  };
}

function withValues(method: RestMethod, values: ReadonlyMap<string, string>): RestMethod {
  if (values.size === 0) return method;
  const parameters = method.parameters.map((parameter) => ({
    ...parameter,
    value: values.get(parameter.name.toLowerCase()) ?? parameter.value,
  }));
  return { ...method, parameters };
}

function withEndpoint(request: ProjectElement, text: string): ProjectElement {
  const { name, attributes, inner, text: own, children } = request;
  const endpoint: ProjectElement = { name: "endpoint", attributes: new Map(), children: [], text, inner: "" };
  return {
    name,
    attributes,
    inner,
    text: own,
    children: [endpoint, ...children.filter((one) => one.name !== "endpoint")],
  };
}

/** An item that isn't listed in the summary, for parts that are read a second time. */
function unseenItem(): Item {
  return new Item("request", "", []);
}

export function exchangeValues({ request, iface, method }: RequestStep, context: ProjectContext): StepValues {
  let prefixes: XPathPrefixes | undefined;
  const credentials = child(request, "credentials");
  const endpoint = childText(request, "endpoint")?.trim() || iface?.endpoints[0];
  const values: [string, string | undefined][] = [
    ...(method?.parameters.map(({ name, value }): [string, string] => [name.toLowerCase(), value]) ?? []),
    ["endpoint", endpoint],
    ["username", childText(credentials, "username")],
  ];
  return {
    kind: "exchange",
    get prefixes() {
      prefixes ??= context.prefixes.of(method ? "" : soapBody(request, { context, item: unseenItem() }));
      return prefixes;
    },
    values: new Map(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))),
  };
}

export function transferStep({ request, method }: RequestStep, context: ProjectContext): TransferStep {
  const body = soapBody(request, { context, item: unseenItem() });
  const parameters = new Set(method?.parameters.map(({ name }) => name.toLowerCase()));
  return { body, parameters, prefixes: context.prefixes.of(method ? "" : body) };
}
