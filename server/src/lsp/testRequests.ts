import type { Asked, TokenRequest } from "../protocol/protocol.ts";
import * as protocol from "../protocol/protocol.ts";
import * as service from "../service/languageService.ts";
import { type Parts, settled } from "./parts.ts";

export function registerTestRequests(parts: Parts): void {
  const { connection, documents, resources, exchanges, now } = parts;
  const read = (uri: string, exchange: protocol.ReceivedExchange & Pick<protocol.EvaluateParams, "flow">) =>
    resources.settled(uri, () => service.readEvaluated(exchange, resources.of(uri).keys, resources.keys.compute));
  connection.onRequest(protocol.TestsRequest, ({ uri, text }) =>
    text === undefined
      ? settled(parts, uri, { version: 0, requests: [] }, service.getTests)
      : service.getTestsOfText(text),
  );
  connection.onRequest(protocol.DataRowsRequest, ({ source, file: given }): protocol.DataRowsResult => {
    const file = given.kind === "bytes" ? { ...given, bytes: service.fromBase64(given.bytes) } : given;
    const rows = service.dataRows(source, file);
    if (typeof rows === "string" || file.kind !== "bytes") return { rows: String(rows), lines: [] };
    const columns = rows.map((row) => Array.from(row, ([name, { text }]) => [name, text] as const));
    return { rows: columns, lines: service.rowLines(source, file.bytes) };
  });
  connection.onRequest(protocol.SkipRequest, ({ uri: file, line, run, secrets = {} }) => {
    const uri = documents.keyAt(file, line, run.environment);
    return settled<protocol.SkipResult>(parts, uri, { kind: "known", skipped: false }, (context) => {
      const last = exchanges.ofRun(run);
      for (const [name, value] of Object.entries(secrets)) last.secrets.set(name, value);
      const unknown = new Map<string, Asked>();
      const secret = (name: string, token?: TokenRequest) => {
        if (!last.secrets.has(name)) unknown.set(name, token ?? name);
        return last.secrets.get(name);
      };
      const values = new Map(Object.entries(run.values));
      const skipped = service.getSkipped(context, line, { ...now(), secret, values }, last);
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
    const exchange = await read(uri, params);
    const verification = await settled(parts, uri, undefined, (context) =>
      service.verifyEvaluated(context, params, exchange, sending, own, resources.of(uri).keys),
    );
    return settled(parts, uri, { results: [], set: {}, range: undefined }, (context) =>
      service.evaluateExchange(context, params, exchange, sending, [window, own], verification),
    );
  });
  connection.onRequest(protocol.CompareRequest, async ({ uri, names, exchanges: [first, other] }) => {
    const [before, after] = [await read(uri, first), await read(uri, other)];
    return { differences: service.responseDifferences(before, after, names, { headers: [], ignored: [] }) };
  });
  connection.onRequest(protocol.ExpectRequest, async (params) => {
    const { expected } = params;
    const uri = documents.keyAt(params.uri, params.line);
    if (expected.kind !== "query") {
      const response = expected.kind === "value" ? documents.context(expected.response) : undefined;
      return service.getExpecting(documents.context(uri), response, params);
    }
    const exchange = await read(uri, expected.exchange);
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
