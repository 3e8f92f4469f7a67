import * as l10n from "@vscode/l10n";
import { memoized } from "../../text/memoized.ts";
import type { CollectionRequest, PreambleLine } from "../collection.ts";
import type { Item } from "../ledger.ts";
import { assertionLines } from "./assertions.ts";
import type { Interface, ProjectContext } from "./context.ts";
import type { EnvelopeEdit } from "./envelopeEdits.ts";
import { parametersOf, plainRequest, type RestMethod, restMethods, valuesOf } from "./plainRequest.ts";
import { attribute, child, childrenNamed, childText, type ProjectElement } from "./projectXml.ts";
import { descriptionLines } from "./requestParts.ts";
import type { PropertyScope } from "./scope.ts";
import { type BuiltRequest, type RequestPlace, soapBody, soapRequest } from "./soapRequest.ts";
import { XPathPrefixes } from "./xpath.ts";

/** A step that sends a request. */
export interface RequestStep {
  readonly step: ProjectElement;
  readonly request: ProjectElement;
  readonly iface: Interface | undefined;
  /** Undefined for SOAP. */
  readonly method: RestMethod | undefined;
}

/** The request of a step; undefined if the step sends none. */
export function requestStepOf(step: ProjectElement, { interfaces }: ProjectContext): RequestStep | undefined {
  const config = child(step, "config");
  switch (attribute(step, "type")) {
    case "request": {
      const request = child(config, "request");
      return (
        request && { step, request, iface: interfaces.get(childText(config, "interface") ?? ""), method: undefined }
      );
    }
    case "restrequest": {
      const request = child(config, "restRequest") ?? child(config, "request");
      const iface = interfaces.get(attribute(config, "service"));
      return request && { step, request, iface, method: methodOf(config, request, iface) };
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

/** The method of a REST step by its name and path, with the values of the step. */
function methodOf(
  config: ProjectElement | undefined,
  request: ProjectElement,
  iface: Interface | undefined,
): RestMethod {
  const path = attribute(config, "resourcePath");
  const named = iface ? restMethodsOf(iface).filter(({ name }) => name === attribute(config, "methodName")) : [];
  const found = named.find((one) => one.path === path) ?? named[0];
  const parameters = valuesOf(request, found?.parameters ?? []);
  if (found) return { method: found.method, path: found.path, parameters };
  return { method: attribute(request, "method") || "GET", path: attribute(request, "fullPath") || path, parameters };
}

/** As `restMethods`, which is not repeated for each step. */
export const restMethodsOf = memoized(({ element }: Interface) => restMethods(element));

/** Where a request step is, and what transfers change in it. */
export interface StepPlace {
  readonly scope: PropertyScope;
  readonly path: readonly string[];
  readonly context: ProjectContext;
  readonly before: readonly PreambleLine[];
  readonly alsoItems: readonly Item[];
  readonly edits: readonly EnvelopeEdit[];
  /** Texts in place of parameters and the address, by names in lower case. */
  readonly values: ReadonlyMap<string, string>;
}

/** The request of a step, with its assertions. */
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
  const prefixes = new XPathPrefixes(method ? "" : soapBody(request, about));
  const asserted = { scope, prefixes, hasContract: iface?.wsdl !== undefined };
  const assertions = [
    ...childrenNamed(request, "assertion"),
    ...childrenNamed(config === request ? undefined : config, "assertion"),
  ];
  const expectations = assertions.flatMap((assertion) => {
    const own = context.ledger.add("assertion", attribute(assertion, "type"), path);
    return assertionLines(assertion, asserted, own);
  });
  const { options, ...rest } = built;
  return {
    ...rest,
    kind: "request",
    item,
    alsoItems: [stepItem, ...place.alsoItems],
    name: attribute(step, "name") || attribute(request, "name"),
    preamble: [...descriptionLines(step), ...before, ...options, ...expectations],
  };
}

function withValues(method: RestMethod, values: ReadonlyMap<string, string>): RestMethod {
  if (values.size === 0) return method;
  const parameters = method.parameters.map((one) => ({
    ...one,
    value: values.get(one.name.toLowerCase()) ?? one.value,
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
