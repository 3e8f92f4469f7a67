import assert from "node:assert/strict";
import {
  type Analysis,
  analyze,
  Contracts,
  createResolver,
  type DocumentFinding,
  diagnose,
  type ExternalFile,
  evaluateRequest,
  type HostResolver,
  LastExchanges,
  type MessageInfo,
  messagesOf,
  type Outgoing,
  outgoingOf,
  ReadExchange,
  type ResolverHost,
  type ResponseReference,
  type Sending,
  toContractFile,
} from "../../server/src/service/languageService.ts";
import { fixedSending } from "./outgoing.ts";
import { echo } from "./secretFlows.ts";

/** The document, in the folder `/w/a/b/` of the open folder `/w`. */
const documentUri = "file:///w/a/b/one.soaphttp";

/** The host of the document: files by path, as text, as bytes, or the reason why they are not read. */
export interface Around extends Partial<Omit<ResolverHost, "read">> {
  readonly files?: Readonly<
    Record<string, string | Uint8Array | { readonly refused: string; readonly unallowed?: true }>
  >;
  /** The setting `soaphttp.wsdl`. All files `*.wsdl` are the workspace's. */
  readonly wsdl?: readonly string[];
}

export function around({ files = {}, wsdl, ...given }: Around = {}): HostResolver {
  const read = (uri: string): ExternalFile => {
    const file = files[decodeURIComponent(uri).replace(/^file:\/\//, "")];
    if (file === undefined) return { kind: "missing" };
    if (typeof file === "string") return { kind: "bytes", bytes: new TextEncoder().encode(file) };
    return file instanceof Uint8Array
      ? { kind: "bytes", bytes: file }
      : { ...file, kind: "refused", why: file.refused };
  };
  const contracts = new Contracts({
    get: (uri) => toContractFile(read(uri)),
    edition: () => 1,
    changes: 1,
  });
  const workspace = Object.keys(files).flatMap((path) => (path.endsWith(".wsdl") ? [`file://${encodeURI(path)}`] : []));
  return createResolver({
    ...{ uri: documentUri, roots: ["file:///w"], chosen: [], environments: undefined, version: "" },
    processEnv: () => ({ unavailable: "There is none." }),
    contracts: { get: (uri) => contracts.get(uri), setting: wsdl, workspace },
    ...given,
    read,
  });
}

export function findingsAround(text: string, host: Around): readonly DocumentFinding[] {
  return diagnose(analyze(text, undefined, around(host)));
}

export function messagesAround(text: string, host: Around): readonly string[] {
  return findingsAround(text, host)
    .filter(({ severity }) => severity !== "hint")
    .map(({ message }) => message);
}

/** Sends the requests of a text to a service that returns the value of X-Own. Returns the last message, and its secrets. */
export function sentAround(
  text: string,
  host: Around,
  sending: Partial<Sending> = {},
): {
  readonly outgoing: Outgoing;
  readonly errors: readonly string[];
  readonly secrets: readonly string[];
  readonly again: readonly [analysis: Analysis, request: MessageInfo, sending: Sending];
} {
  const analysis = analyze(text, undefined, around(host));
  const last = new LastExchanges();
  const given = {
    ...fixedSending,
    values: last.values,
    reference: (one: ResponseReference) => last.valueOf(one),
    ...sending,
  };
  let sent: ReturnType<typeof sentAround> | undefined;
  for (const request of messagesOf(analysis)) {
    const result = outgoingOf(analysis, request, given);
    assert.ok(result.kind === "message", JSON.stringify(result));
    last.addSecrets(result.secrets);
    const { fields, body } = result.outgoing;
    const response = echoed(fields.find(({ name }) => name === "X-Own")?.value ?? "");
    const exchange = new ReadExchange({ request: { fields, body }, response, total: 1 });
    last.add(request.name, exchange);
    const { set } = evaluateRequest(analysis, request, false, exchange, given, last);
    for (const [name, value] of set) last.values.set(name, value);
    sent = {
      ...result,
      secrets: [...result.secrets.keys()],
      errors: result.errors.map(({ code }) => code),
      again: [analysis, request, given],
    };
  }
  assert.ok(sent, "there is no request");
  return sent;
}

export function bodyText({ body }: Pick<Outgoing, "body">): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
}

function echoed(own: string) {
  const { head, body } = echo(own);
  const fields = head
    .split("\r\n")
    .map((line) => ({ name: line.split(": ", 1)[0] ?? "", value: line.replace(/^[^:]*: /, "") }));
  return { status: 200, reason: "OK", fields, body: new TextEncoder().encode(body) };
}
