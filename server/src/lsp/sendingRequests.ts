import * as protocol from "../protocol/protocol.ts";
import {
  exportedRequests,
  getEnvironments,
  getExplanation,
  getMissingNeeds,
  getOutgoing,
  getPreview,
  getProgram,
  getRequests,
  getResponseRows,
  getVariables,
  linkImports,
  type UnfinishedMessage,
} from "../service/languageService.ts";
import { type Parts, settled } from "./parts.ts";

export function registerSendingRequests(parts: Parts): void {
  const { connection, documents, resources, now } = parts;
  connection.onRequest(protocol.RequestsRequest, async ({ uri, line, inFile }) => {
    const keys = line === undefined ? documents.keysOf(uri) : [documents.keyAt(uri, line)];
    const none: protocol.RequestsResult = { version: 0, requests: [], documents: [] };
    const results = keys.map((key) =>
      settled(parts, key, none, (context) => getRequests(context, inFile ? undefined : line)),
    );
    const answered = await Promise.all(results);
    return {
      version: Math.min(...answered.map(({ version }) => version), documents.get(uri)?.version ?? 0),
      requests: answered.flatMap(({ requests }) => requests),
      documents: answered.flatMap((one) => one.documents),
    };
  });
  connection.onRequest(protocol.OutgoingRequest, (params) => outgoing(params, parts));
  connection.onRequest(protocol.ExplainRequest, (params) => explained(params, parts));
  connection.onRequest(protocol.PreviewRequest, async ({ uri, line }) => {
    const key = documents.keyAt(uri, line);
    return { text: await settled(parts, key, undefined, (context) => getPreview(context, line)) };
  });
  connection.onRequest(protocol.ExportRequest, async ({ uri }) => {
    await resources.renew(uri);
    return { requests: await settled(parts, uri, [], ({ analysis }) => exportedRequests(analysis, now())) };
  });
  connection.onRequest(protocol.ProgramRequest, (params) => program(params, parts));
  connection.onRequest(protocol.EnvironmentsRequest, ({ uri }) =>
    resources.settled(uri, () => getEnvironments(resources.of(uri), documents.requestContext(uri)?.analysis)),
  );
  connection.onRequest(protocol.VariablesRequest, ({ uri }) => settled(parts, uri, { variables: [] }, getVariables));
}

async function outgoing(
  { uri: file, line, secrets = {}, run, row, callback = {}, isResponse, turn = { number: 1 } }: protocol.OutgoingParams,
  { documents, resources, exchanges, diagnostics, now }: Parts,
): Promise<protocol.OutgoingResult> {
  const uri = documents.keyAt(file, line, run?.environment);
  await resources.renew(uri);
  const secret = (name: string) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined);
  const last = run ? exchanges.ofRun(run) : exchanges.ofFile(uri);
  for (const [name, value] of Object.entries(secrets)) last.secrets.set(name, value);
  const given = Object.entries({ ...callback, ...(run?.values ?? (typeof row === "object" ? row : {})) });
  const attempt = async (): Promise<protocol.OutgoingResult> => {
    const made = await resources.settled(uri, (): protocol.OutgoingResult | UnfinishedMessage => {
      diagnostics.leave(uri);
      const context = documents.requestContext(uri);
      if (!context) return { kind: "none" };
      resources.keys.watch();
      if (!run) linkImports(context, last, (other) => exchanges.ofFile(other));
      const place = { ...turn, file: resources.of(file).path };
      const sending = { ...now(), secret, place, values: new Map([...(run ? [] : last.allValues()), ...given]) };
      const missing = run || isResponse ? undefined : getMissingNeeds(context, line, last);
      const rows = row === "wanted" && !missing ? getResponseRows(context, line, sending, last) : undefined;
      return missing ?? rows ?? getOutgoing(context, line, sending, last);
    });
    return made.kind === "unfinished" ? made.finished(resources.keys.compute) : made;
  };
  let result = await attempt();
  if (hasErrors(result) && (await resources.keys.unlock())) result = await attempt();
  // Errors may be caused by an outdated WSDL, because watchers report a change with a delay.
  return hasErrors(result) && (await resources.renewContracts(uri)) ? attempt() : result;
}

async function explained(
  { uri: file, line, secrets = {} }: protocol.ExplainParams,
  { documents, resources, exchanges, now }: Parts,
): Promise<protocol.ExplainResult> {
  const uri = documents.keyAt(file, line);
  await resources.renew(uri);
  const secret = (name: string) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined);
  const last = exchanges.ofFile(uri);
  const place = { file: resources.of(file).path, number: 1 };
  const sending = { ...now(), secret, place, values: last.allValues() };
  const attempt = () =>
    resources.settled(uri, () => {
      const context = documents.requestContext(uri);
      resources.keys.watch();
      return context ? getExplanation(context, line, sending, last) : ({ kind: "none" } as const);
    });
  const first = await attempt();
  const made = first.kind === "explained" && (await resources.keys.unlock()) ? await attempt() : first;
  return made.kind === "explained" ? { kind: "text", text: await made.text(resources.keys.compute) } : made;
}

async function program(
  { uri: file, line }: protocol.LineParams,
  { documents, resources, exchanges, now }: Parts,
): Promise<protocol.ProgramResult> {
  const uri = documents.keyAt(file, line);
  await resources.renew(uri);
  const last = exchanges.ofFile(uri);
  const attempt = async () => {
    const made = await resources.settled(uri, () => {
      resources.keys.watch();
      const context = documents.requestContext(uri);
      return { finished: context && getProgram(context, line, now(), last, resources.keys.compute) };
    });
    return (await made.finished) ?? ({ kind: "none" } as const);
  };
  const result = await attempt();
  return result.kind === "unsendable" && (await resources.keys.unlock()) ? attempt() : result;
}

function hasErrors(result: protocol.OutgoingResult): boolean {
  return result.kind === "unsendable" || (result.kind === "message" && result.message.errors.length > 0);
}
