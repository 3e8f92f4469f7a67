import * as l10n from "@vscode/l10n";
import type { CheckedMessage } from "../../contract/check/messageProblems.ts";
import type { Contract } from "../../contract/contract.ts";
import { findOperation, type OperationMatch, type RequestFacts } from "../../contract/find.ts";
import { elementText } from "../../contract/write/namespaces.ts";
import { fieldValues } from "../../evaluation/readContent.ts";
import { parseHost } from "../../http/host.ts";
import type { MediaType } from "../../http/mediaType.ts";
import type { ServedRequest, ServedResponse } from "../../protocol/served.ts";
import { childElements, type Envelope } from "../../soap/envelope.ts";
import type { SoapVersion } from "../../soap/facts.ts";
import { type Endpoint, payloadsOf } from "../../wsdl/operations.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { written } from "../httpResponse.ts";
import { requestFacts, splitTarget } from "../requestFacts.ts";
import { Descriptions } from "./descriptions.ts";
import { type FaultReason, faultFor, type RequestProblem } from "./faults.ts";
import { actionOf, type Correlation, correlationOf, notUnderstood, replyAddress } from "./headerBlocks.ts";
import { KeptResponses } from "./keptResponses.ts";
import { Ports, type ServedOperations, type ServedPath, type ServedPort } from "./ports.ts";
import { PreparedResponses } from "./prepared.ts";
import { readSoapRequest, type SoapRequest } from "./soapRequest.ts";

export interface CheckedRequest extends CheckedMessage {
  readonly mediaType: MediaType;
}

export interface ContractResponderOptions {
  /** Whether requests that the contract doesn't allow get a response, too. */
  readonly lax: boolean;
  /** The scheme of the addresses in a served WSDL. */
  readonly scheme: "http" | "https";
  /** The errors in a request, in the order of the text. */
  readonly check: (request: CheckedRequest) => readonly RequestProblem[];
}

/** Responds to requests as their WSDLs describe, like a service that follows them strictly. Keeps no state between requests. */
export class ContractResponder {
  readonly #options: ContractResponderOptions;
  readonly #ports: Ports;
  readonly #responses = new PreparedResponses();
  readonly #kept = new KeptResponses();
  readonly #descriptions = new Map<string, Descriptions>();

  /** @param contracts completely read */
  constructor(contracts: readonly Contract[], options: ContractResponderOptions) {
    this.#options = options;
    this.#ports = new Ports(contracts);
  }

  get ports(): readonly ServedPort[] {
    return this.#ports.all;
  }

  /** The response to a request; undefined if no port has the path of the request. Never throws. */
  respond(request: ServedRequest): ServedResponse | undefined {
    return this.#kept.get(request, () => this.#respond(request));
  }

  #respond(request: ServedRequest): ServedResponse | undefined {
    const { path, query } = splitTarget(request.target);
    const served = this.#ports.at(path);
    const described = served ?? (path === "/" ? this.#ports.root : undefined);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (described && isRead && query !== undefined && /^(?:wsdl|xsd)(?:=\d{1,6})?$/i.test(query)) {
      return this.#description(request, described, query);
    }
    const http = this.#ports.httpAt(path);
    const operation = http.find((one) => one.operation.method === request.method);
    if (operation) return this.#responses.of(operation.contract, operation);
    const hasSoap = served !== undefined && served.versions.size > 0;
    if (hasSoap && request.method === "POST") return this.#soapResponse(request, served);
    const allowed = [...new Set([...(hasSoap ? ["POST"] : []), ...http.map((one) => one.operation.method)])];
    if (allowed.length === 0) return undefined;
    if (request.method === "OPTIONS") {
      // GET and HEAD return the WSDL.
      const all = new Set([...allowed, ...(served ? ["GET", "HEAD"] : []), "OPTIONS"]);
      return written({ source: "service", status: 204, fields: [`Allow: ${[...all].join(", ")}`] });
    }
    return written({ source: "service", status: 405, fields: [`Allow: ${allowed.join(", ")}`] });
  }

  #description(request: ServedRequest, served: Pick<ServedPath, "path" | "contracts">, query: string): ServedResponse {
    const host = fieldValues(request, "host")[0] ?? "";
    if (parseHost(host).problem) return written({ source: "service", status: 400, closes: true });
    const description = this.#descriptions.get(served.path);
    const descriptions = description ?? new Descriptions(served.path, served.contracts);
    this.#descriptions.set(served.path, descriptions);
    const body = descriptions.read(query, `${this.#options.scheme}://${host}`);
    if (!body) return written({ source: "service", status: 404 });
    const isHead = request.method === "HEAD";
    return written({ source: "wsdl", status: 200, fields: ["Content-Type: text/xml"], body, isHead });
  }

  #soapResponse(request: ServedRequest, served: ServedPath): ServedResponse {
    const read = readSoapRequest(request);
    if (read.kind === "unreadable") {
      const { status, problem } = read;
      return written({ source: "service", status, problem, closes: status === 400 });
    }
    const { envelope } = read;
    const supported = [...served.versions.keys()];
    const version = envelope?.version;
    const operations = version && served.versions.get(version);
    if (envelope && version && operations)
      return replied(envelope, this.#checked(request, { ...read, envelope }, version, operations));
    if (envelope) {
      // SOAP 1.2 part 1 appendix A: the Fault is in SOAP 1.1, except for a message that is in neither version.
      const isUnknown = version === undefined && supported.includes("1.2");
      return faulty({ kind: "version-mismatch", supported }, isUnknown ? "1.2" : "1.1");
    }
    const [[first = "1.1", of] = []] = served.versions;
    return faulty({ kind: "sender", problems: this.#problems(read, of ?? [], undefined) }, first);
  }

  #checked(
    request: ServedRequest,
    read: SoapRequest & { readonly envelope: Envelope },
    version: SoapVersion,
    served: readonly ServedOperations[],
  ): ServedResponse {
    const { envelope } = read;
    const correlation = correlationOf(envelope);
    const facts = { ...requestFacts(request, envelope, payloadIn(envelope)), address: undefined };
    const match = operationOf(facts, served);
    const refuse = (reason: FaultReason) => faulty(reason, version, { correlation, operation: match?.operation.name });
    const blocks = notUnderstood(envelope, endpointsOf(served));
    if (blocks.length > 0) return refuse({ kind: "must-understand", blocks });
    const problems = match && this.#options.lax ? [] : this.#problems(read, served, match);
    const action = match && !this.#options.lax ? wrongAction(facts, served, match) : undefined;
    if (action !== undefined) return refuse({ kind: "sender", problems: [...problems, action] });
    if (!match || problems.length > 0) return refuse({ kind: "sender", problems });
    return this.#responses.of(match.contract.contract, match, correlation);
  }

  /** The errors in a request. At least one if the WSDLs don't have the operation. */
  #problems(
    { document, envelope, isMultipart, mediaType }: SoapRequest,
    served: readonly ServedOperations[],
    match: OperationMatch<ServedOperations> | undefined,
  ): readonly RequestProblem[] {
    const contract = match?.contract.contract ?? served[0]?.contract;
    if (!contract) return [];
    const { schemas } = contract;
    const operation = match?.operation;
    const resolve = (text: string) => text;
    const payloads = () => payloadsOf(endpointsOf(served));
    const problems = this.#options.check({
      ...{ schemas, operation, document, envelope, isMultipart, mediaType, resolve, payloads },
    });
    return match || problems.length > 0 ? problems : [unknownOperation(envelope)];
  }
}

function faulty(
  reason: FaultReason,
  version: SoapVersion,
  of: { readonly correlation?: Correlation | undefined; readonly operation?: string | undefined } = {},
): ServedResponse {
  const { status, contentType, body, problem } = faultFor(reason, version, of.correlation);
  const content = { fields: [`Content-Type: ${contentType}`], body: new TextEncoder().encode(body) };
  return written({ source: "wsdl", operation: of.operation, status, ...content, problem });
}

function operationOf(
  facts: RequestFacts,
  served: readonly ServedOperations[],
): OperationMatch<ServedOperations> | undefined {
  const match = findOperation(served, facts, true)?.matches[0];
  if (match) return match;
  const [other, ...others] = findOperation(served, { ...facts, payload: undefined }, true)?.matches ?? [];
  return other && others.length === 0 && !namesPayload(other) ? other : undefined;
}

/** If WS-Addressing names another reply address: a 202, with the request that sends the response to that address. */
function replied(envelope: Envelope, response: ServedResponse): ServedResponse {
  const status = response.status ?? 200;
  const to = status === 202 ? undefined : replyAddress(envelope, status >= 400);
  if (!to) return response;
  const accepted = written({ source: "wsdl", operation: response.operation, problem: response.problem, status: 202 });
  if (to.isNone) return accepted;
  const [head = "", ...rest] = new TextDecoder().decode(response.bytes).split("\r\n\r\n");
  const [, contentType = ""] = /^Content-Type: (.*)$/m.exec(head) ?? [];
  const { namespace } = correlationOf(envelope) ?? {};
  const block = `<a:To xmlns:a="${namespace}">${elementText(to.address)}</a:To>`;
  const text = rest.join("\r\n\r\n");
  const soapAction = envelope.version === "1.1" ? actionOf(text) : undefined;
  const body = text.replace(/<\/[\w.-]+:RelatesTo>/, (end) => [end, block, ...to.parameters()].join(""));
  return { ...accepted, callback: { to: to.address, contentType, soapAction, body: new TextEncoder().encode(body) } };
}

/** The problem of a SOAPAction that belongs to another operation or to none. Undefined if the operations have no SOAPAction at all. */
function wrongAction(
  { action }: RequestFacts,
  served: readonly ServedOperations[],
  { operation }: OperationMatch<ServedOperations>,
): RequestProblem | undefined {
  // With WS-Addressing, clients also send its action as SOAPAction.
  const has = ({ soapAction, input }: Endpoint["operation"]) => soapAction === action || input?.action === action;
  if (!action || has(operation)) return undefined;
  const operations = [...endpointsOf(served)].map(({ operation }) => operation);
  if (operations.every(({ soapAction }) => !soapAction)) return undefined;
  if (operation.soapAction && operations.some(has)) {
    const message = l10n.t(
      "The action {0} isn't that of {1}, which is {2}.",
      action,
      operation.name,
      operation.soapAction,
    );
    return { code: "schema-action", message };
  }
  if (operations.some(has)) return undefined;
  return { code: "schema-action", message: l10n.t("No operation has the action {0}.", action) };
}

/** False if the payload is the content of a type, and if the WSDL doesn't define the message. */
function namesPayload({ operation: { input } }: Endpoint): boolean {
  return input?.message !== undefined && input.parts.every(({ element }) => element !== undefined);
}

function payloadIn({ body }: Envelope): XmlElement | undefined {
  return body && childElements(body)[0];
}

function unknownOperation(envelope: Envelope | undefined): RequestProblem {
  const payload = envelope && payloadIn(envelope);
  const message = payload
    ? l10n.t("No operation of the WSDL has {0}.", `<${payload.name}>`)
    : l10n.t("No operation of the WSDL has an empty body.");
  return { code: "schema-payload", message };
}

function* endpointsOf(served: readonly ServedOperations[]): Iterable<Endpoint> {
  for (const { endpoints } of served) yield* endpoints;
}
