import * as l10n from "@vscode/l10n";
import { mediaTypes } from "../../soap/facts.ts";
import type {
  CollectionComment,
  CollectionHeader,
  CollectionMock,
  CollectionMockResponse,
  Text,
} from "../collection.ts";
import { equals } from "../common/expectations.ts";
import type { Item } from "../ledger.ts";
import { fieldsOf } from "./attachments.ts";
import { scriptComments } from "./comments.ts";
import type { ProjectContext } from "./context.ts";
import { attribute, child, childrenNamed, childText, isDisabled, type ProjectElement, setting } from "./projectXml.ts";
import { Properties, propertiesOf } from "./properties.ts";
import { contentOf, mergedHeaders } from "./requestParts.ts";
import { constantText, expanded, type PropertyScope, propertyVariables } from "./scope.ts";
import { writtenXPath, XPathPrefixes } from "./xpath.ts";

export function readMockService(service: ProjectElement, project: Properties, context: ProjectContext): CollectionMock {
  const { ledger } = context;
  const name = attribute(service, "name") || "mock";
  const isRest = service.name === "restMockService";
  const item = ledger.add("mock", service.name, [name]);
  const own = new Properties("mock_", propertiesOf(service));
  const scope: PropertyScope = { project, mock: own };
  const variables = propertyVariables(own, "MockService", [name], scope, ledger);
  const comments = scriptComments(service, [name], ledger);
  const path = attribute(service, "path");
  const operations = childrenNamed(service, isRest ? "restMockAction" : "mockOperation");
  const responses = operations.flatMap((operation) => {
    const when = isRest ? restConditions(operation, path) : soapConditions(operation, path);
    return operationResponses(operation, when, { name, scope, context, isRest });
  });
  return { item, name, comments, variables, responses };
}

function soapConditions(operation: ProjectElement, path: string): readonly string[] {
  const name = attribute(operation, "operation") || attribute(operation, "name");
  return [...(path === "" || path === "/" ? [] : [`path ${path}`]), `operation ${name}`];
}

function restConditions(action: ProjectElement, base: string): readonly string[] {
  const resource = attribute(action, "resourcePath");
  const path = `${base === "/" ? "" : base}${resource === "" || resource.startsWith("/") ? "" : "/"}${resource}` || "/";
  // A parameter `{id}` in a path matches any text.
  return [
    `method ${attribute(action, "method") || "GET"}`,
    `path ${path.replace(/\{[^{}]*\}/g, "*").replace(/\s/g, "%20")}`,
  ];
}

interface MockPlace {
  readonly name: string;
  readonly scope: PropertyScope;
  readonly context: ProjectContext;
  readonly isRest: boolean;
}

/** The responses of an operation, with the conditions by which SoapUI chooses among them. */
function operationResponses(
  operation: ProjectElement,
  when: readonly string[],
  place: MockPlace,
): readonly CollectionMockResponse[] {
  const { ledger } = place.context;
  const path = [place.name, attribute(operation, "name")];
  const all = childrenNamed(operation, "response");
  if (all.length === 0) {
    ledger.add("mock", operation.name, path).explain(l10n.t("It has no response."));
    return [];
  }
  const style = (childText(operation, "dispatchStyle") ?? "SEQUENCE").toUpperCase();
  const usual = childText(operation, "defaultResponse") ?? "";
  const isUsual = (one: ProjectElement) => attribute(one, "name") === usual;
  const isChosen = /SCRIPT|XPATH|QUERY_MATCH/.test(style);
  // The default response comes last, because the first response whose conditions hold is sent.
  const ordered = isChosen ? [...all.filter((one) => !isUsual(one)), ...all.filter(isUsual)] : all;
  return ordered.map((response, index) => {
    const item = ledger.add("mock", "response", [...path, attribute(response, "name")]);
    const own = mockResponse(response, item, place);
    const chosen = conditionsOf(operation, style, attribute(response, "name"), item, place);
    const isLast = index === ordered.length - 1;
    if (style === "RANDOM" && ordered.length > 1)
      item.partly(l10n.t("SoapUI chooses the responses at random; here, they are sent in order."));
    if (style === "SEQUENCE" && ordered.length > 1 && isLast) {
      item.partly(
        l10n.t("After the last response, SoapUI starts again with the first; here, the last one is repeated."),
      );
    }
    const isCounted = !isChosen && !isLast;
    const times = isCounted ? [{ kind: "directive", name: "times", value: "1" } as const] : [];
    const script = style === "SCRIPT" && index === 0 ? dispatchScript(operation, path, place) : [];
    return {
      ...own,
      when: [...when, ...(isChosen && isLast ? [] : chosen)],
      preamble: [...script, ...times, ...own.preamble],
    };
  });
}

function dispatchScript(
  operation: ProjectElement,
  path: readonly string[],
  { context }: MockPlace,
): readonly CollectionComment[] {
  const item = context.ledger.add("script", "dispatchPath", path);
  return [{ kind: "comment", item, text: `dispatch script\n${childText(operation, "dispatchPath") ?? ""}` }];
}

/** The XPath conditions of a response, depending on the dispatch style of its operation. */
function conditionsOf(
  operation: ProjectElement,
  style: string,
  response: string,
  item: Item,
  { scope }: MockPlace,
): readonly string[] {
  const prefixes = new XPathPrefixes("");
  const condition = (path: string, value: string): string | undefined => {
    const constant = constantText(path, scope);
    const expected = constantText(value, scope);
    if (constant === undefined || expected === undefined || constant.trim() === "") return undefined;
    const { text, isExpression } = writtenXPath(constant, prefixes, "allowed");
    return equals(isExpression ? `(${text})` : text, [expected]).join("");
  };
  if (style === "XPATH") {
    const byPath = condition(childText(operation, "dispatchPath") ?? "", response);
    if (byPath === undefined) item.partly(l10n.t("Its condition can't be imported."));
    return byPath === undefined ? [] : [byPath];
  }
  if (style === "QUERY_MATCH") {
    const queries = childrenNamed(child(operation, "dispatchConfig"), "query").filter(
      (query) => childText(query, "response") === response && childText(query, "disabled") !== "true",
    );
    const [query, ...others] = queries;
    if (others.length > 0) item.partly(l10n.t("Only the first of its conditions is imported."));
    const byQuery = query && condition(childText(query, "query") ?? "", childText(query, "match") ?? "");
    if (query && byQuery === undefined) item.partly(l10n.t("Its condition can't be imported."));
    return byQuery === undefined ? [] : [byQuery];
  }
  if (style === "SCRIPT")
    item.partly(l10n.t("A script chooses the response in SoapUI. Add its conditions as # @when."));
  return [];
}

export function mockResponse(
  response: ProjectElement,
  item: Item,
  { scope, context, isRest, name }: MockPlace,
): CollectionMockResponse {
  const content = contentOf(child(response, "responseContent"), context.unpacker, item);
  const body = expanded(content, scope, item);
  const status = /^[1-9]\d{2}$/.exec(attribute(response, "httpResponseStatus").trim())?.[0] ?? "200";
  const added = childrenNamed(response, "header").map(
    (header): CollectionHeader => ({
      name: childText(header, "name") ?? "",
      value: expanded(childText(header, "value") ?? "", scope, item),
    }),
  );
  const charset = attribute(response, "encoding") || "UTF-8";
  const type = isRest
    ? attribute(response, "mediaType") || "application/json"
    : `${mediaTypes[/2003\/05\/soap-envelope/.test(content) ? "1.2" : "1.1"]}; charset=${charset}`;
  const own = body.length === 0 ? [] : fieldsOf([["Content-Type", type]]);
  const delay = setting(response, "@response-delay")?.trim() ?? "";
  if (childrenNamed(response, "attachment").length > 0) item.partly(l10n.t("Its attachments are not imported."));
  if (isDisabled(response)) item.partly(l10n.t("It is disabled in SoapUI."));
  return {
    item,
    name: attribute(response, "name") || "response",
    when: [],
    preamble: [
      ...(/^[1-9]\d{0,8}$/.test(delay)
        ? [{ kind: "directive", name: "delay", value: `${Number(delay)} ms` } as const]
        : []),
      ...scriptComments(response, [name, attribute(response, "name")], context.ledger),
    ],
    status: `${status} ${reasons[status] ?? ""}`.trim(),
    headers: mergedHeaders(own, added),
    body: body.length === 0 ? undefined : (body satisfies Text),
  };
}

const reasons: Readonly<Record<string, string>> = {
  ...{ 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 400: "Bad Request", 401: "Unauthorized" },
  ...{ 403: "Forbidden", 404: "Not Found", 500: "Internal Server Error", 503: "Service Unavailable" },
};
