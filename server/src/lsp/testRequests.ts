import type { Connection } from "vscode-languageserver";
import type { Asked, TokenRequest } from "../protocol/protocol.ts";
import * as protocol from "../protocol/protocol.ts";
import * as service from "../service/languageService.ts";
import type { ExternalResources } from "./externalResources.ts";
import type { OpenDocuments } from "./openDocuments.ts";

/** Files whose last exchanges are kept for the window. */
const maxFiles = 100;

/** The last exchanges of this window and of each run. */
export class Exchanges {
  readonly #byFile = new Map<string, service.LastExchanges>();
  readonly #byRun = new Map<string, service.LastExchanges>();

  /** The exchanges of this window. Those of the files that were used last are kept. */
  ofFile(uri: string): service.LastExchanges {
    const key = service.comparableUri(uri);
    const last = this.#byFile.get(key) ?? new service.LastExchanges();
    this.#byFile.delete(key);
    this.#byFile.set(key, last);
    const [oldest] = this.#byFile.keys();
    if (this.#byFile.size > maxFiles && oldest !== undefined) this.#byFile.delete(oldest);
    return last;
  }

  /** With those of the files that it imports. `id`: also that of a run of all rows of a file, `/` and the number of one. */
  ofRun({ id, imports = {} }: Pick<protocol.OutgoingRun, "id" | "imports">): service.LastExchanges {
    const whole = id.includes("/") ? this.#byRun.get(id.replace(/\/.*/, "")) : undefined;
    const last = this.#byRun.get(id) ?? new service.LastExchanges(whole);
    this.#byRun.set(id, last);
    for (const [alias, run] of Object.entries(imports)) {
      const other = this.ofRun({ id: run });
      last.imports.set(alias, other);
      last.addSecrets(other.sentSecrets);
    }
    return last;
  }

  endRun(run: string): void {
    this.#byRun.delete(run);
  }
}

/** Handles the client's requests about tests. `now`: the time and random values of a sending. */
export function registerTestRequests(
  connection: Connection,
  documents: OpenDocuments,
  resources: ExternalResources,
  exchanges: Exchanges,
  now: () => Omit<service.Sending, "secret">,
): void {
  connection.onRequest(protocol.TestsRequest, ({ uri, text }) => {
    if (text !== undefined) return service.getTestsOfText(text);
    return resources.settled(uri, () => {
      const context = documents.requestContext(uri);
      return context ? service.getTests(context) : { version: 0, requests: [] };
    });
  });
  connection.onRequest(protocol.DataRowsRequest, ({ source, file: read }): protocol.DataRowsResult => {
    const file = read.kind === "bytes" ? { ...read, bytes: service.fromBase64(read.bytes) } : read;
    const rows = service.dataRows(source, file);
    if (typeof rows === "string" || file.kind !== "bytes") return { rows: String(rows), lines: [] };
    const columns = rows.map((row) => Array.from(row, ([name, { text }]) => [name, text] as const));
    return { rows: columns, lines: service.rowLines(source, file.bytes) };
  });
  connection.onRequest(protocol.SkipRequest, ({ uri: file, line, run, secrets = {} }) => {
    const uri = documents.keyAt(file, line, run.environment);
    return resources.settled(uri, (): protocol.SkipResult => {
      const context = documents.requestContext(uri);
      const last = exchanges.ofRun(run);
      for (const [name, value] of Object.entries(secrets)) last.secrets.set(name, value);
      const unknown = new Map<string, Asked>();
      const secret = (name: string, token?: TokenRequest) => {
        if (!last.secrets.has(name)) unknown.set(name, token ?? name);
        return last.secrets.get(name);
      };
      const values = new Map(Object.entries(run.values));
      const skipped = context ? service.getSkipped(context, line, { ...now(), secret, values }, last) : false;
      return unknown.size > 0 ? { kind: "secrets", names: [...unknown.values()] } : { kind: "known", skipped };
    });
  });
  connection.onRequest(protocol.EvaluateRequest, async (params) => {
    const { run } = params;
    const uri = documents.keyAt(params.uri, params.line, params.environment);
    const window = exchanges.ofFile(uri);
    const own = run === undefined ? window : exchanges.ofRun({ id: run });
    const values = new Map([...(run === undefined ? window.values : []), ...Object.entries(params.values)]);
    const reference = (one: service.ResponseReference) => own.valueOf(one);
    const sending = { ...now(), secret: (name: string) => own.secrets.get(name), values, reference };
    const { compute } = resources.keys;
    const exchange = await resources.settled(uri, () => service.readEvaluated(params, resources.of(uri).keys, compute));
    const verification = await resources.settled(uri, () => {
      const context = documents.requestContext(uri);
      return context && service.verifyEvaluated(context, params, exchange, sending, own, resources.of(uri).keys);
    });
    return resources.settled(uri, () => {
      const context = documents.requestContext(uri);
      if (!context) return { results: [], set: {}, range: undefined };
      return service.evaluateExchange(context, params, exchange, sending, [window, own], verification);
    });
  });
  connection.onRequest(protocol.CompareRequest, async ({ uri, names, exchanges: [first, other] }) => {
    const read = (exchange: protocol.ReceivedExchange) =>
      resources.settled(uri, () => service.readEvaluated(exchange, resources.of(uri).keys, resources.keys.compute));
    const comparison = { headers: [], ignored: [] };
    return { differences: service.responseDifferences(await read(first), await read(other), names, comparison) };
  });
  connection.onRequest(protocol.ExpectRequest, async (params) => {
    const { expected } = params;
    const uri = documents.keyAt(params.uri, params.line);
    if (expected.kind !== "query") {
      const response = expected.kind === "value" ? documents.context(expected.response) : undefined;
      return service.getExpecting(documents.context(uri), response, params);
    }
    const { compute } = resources.keys;
    const read = () => service.readEvaluated(expected.exchange, resources.of(uri).keys, compute);
    const exchange = await resources.settled(uri, read);
    return service.getExpecting(documents.context(uri), exchange, params);
  });
  connection.onRequest(protocol.XPathRequest, ({ uri, position }) =>
    service.getXPath(documents.context(documents.keyAt(uri, position.line)), position),
  );
  const requestOf = ({ uri, line }: protocol.LineParams) => documents.context(documents.keyAt(uri, line));
  connection.onRequest(protocol.QueryRequest, (params) =>
    service.queryResponse(documents.context(params.uri), requestOf(params.request), params),
  );
  connection.onRequest(protocol.SearchRequest, service.searchExchange);
  connection.onNotification(protocol.EndRunNotification, ({ run }) => exchanges.endRun(run));
}
