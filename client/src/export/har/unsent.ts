import { FieldCollector } from "../../transport/responseHead.ts";
import type { EngineExport } from "../engine.ts";
import type { ExportPlan, PlannedRequest } from "../plan.ts";
import { emptyHar, harEntries } from "./har.ts";

const changes: readonly string[] = [
  "The requests are not sent: their entries have no responses. soaphttp send --format har writes both.",
  "Values that differ each time, and secrets, are written as their references, such as {{$guid}}.",
  "Expectations, weights and rows of data are not part of an HTTP Archive.",
];

/** `version`: the version of this program. `at`: milliseconds since 1970, as in `Date.now()`. */
export function unsentHar(plan: ExportPlan, version: string, at: number): EngineExport {
  const { log } = emptyHar(version);
  const entries = plan.requests.flatMap((request) => {
    return harEntries(
      { label: request.name, request: transportRequest(request), secrets: [], at, result: undefined },
      "cli",
    );
  });
  const content = `${JSON.stringify({ log: { ...log, entries } }, null, 1)}\n`;
  return { files: [{ path: "requests.har", content }], losses: [], changes };
}

/** Returns the request with references in place of values, but with the right Content-Length. */
function transportRequest({ head, body, slots, values, method, destination }: PlannedRequest) {
  const decoder = new TextDecoder();
  let [text, at] = ["", 0];
  for (const { start, end, value } of slots.filter(({ part }) => part === "head")) {
    const isLength = values[value]?.kind === "contentLength";
    text += decoder.decode(head.subarray(at, start));
    text += isLength ? String(body.length) : decoder.decode(head.subarray(start, end));
    at = end;
  }
  text += decoder.decode(head.subarray(at));
  const [section = "", rest] = text.split(/\r\n\r\n(.*)/s);
  const [requestLine = "", ...lines] = section.split("\r\n");
  const collector = new FieldCollector();
  for (const line of lines) collector.add(line);
  const target = requestLine.split(" ")[1] ?? "";
  const { scheme, host = "host", port } = destination;
  return {
    scheme,
    host,
    port,
    method,
    target,
    requestLine,
    body,
    absoluteRequestLine: requestLine,
    head: lines.map((line) => `${line}\r\n`).join(""),
    emptyLine: rest !== undefined,
    fields: collector.fields(),
  };
}
