import assert from "node:assert/strict";
import type { Contract, Extent } from "../../../../server/src/contract/contract.ts";
import { checkResponse } from "../../../../server/src/service/languageService.ts";
import { type Answer, type SentRequest, serve } from "./serving.ts";

/** A request for an operation, and its response. */
export interface Exchange {
  readonly title: string;
  readonly operation: Contract["operations"][number];
  readonly request: string;
  readonly response: Answer;
}

/** Calls each operation of a contract with the requests that are written for it. */
export function callAll(contract: Contract, extents: readonly Extent[]): readonly Exchange[] {
  const { send } = serve([contract]);
  return contract.operations.flatMap((operation, index) =>
    extents.map((extent) => {
      const request = contract.requests([index], { extent, wsdl: undefined, contentLength: "calculated" });
      const title = `${operation.port}/${operation.operation}, ${extent}`;
      const response = send(sentOf(request));
      assert.ok(response, `${title}: 404\n${request}`);
      return { title, operation, request, response };
    }),
  );
}

/** The message in the text of a file. An address without a path is served at /. */
function sentOf(text: string): SentRequest {
  const [, method = "", target = "", head = "", body = ""] =
    /\n([A-Z]+) (\S+) HTTP\/1\.1\n([\s\S]*?)(?:\n\n([\s\S]*?))?\n?$/.exec(text) ?? [];
  const fields = head.split("\n").filter((line) => !/^(?:Host|Content-Length):/.test(line));
  return { method, target: target === "/service" ? "/" : target, fields, body };
}

/** Checks version, media type and status of a response, and all that authors see about one. */
export function checkAnswer(
  { operations, endpoints, schemas }: Contract,
  { operation, response, title }: Exchange,
): void {
  const endpoint = endpoints[operations.indexOf(operation)];
  assert.ok(endpoint);
  const isOneWay = endpoint.operation.pattern === "one-way";
  assert.equal(response.status, isOneWay ? 202 : 200, `${title}: ${response.problem}`);
  if (isOneWay) {
    assert.equal(response.body, "");
    return;
  }
  const { version } = operation;
  if (version === "1.1" || version === "1.2") {
    const type = version === "1.1" ? "text/xml" : "application/soap+xml";
    assert.deepEqual(response.fields, [`Content-Type: ${type}; charset=utf-8`]);
  }
  const text = `HTTP/1.1 200 OK\n${response.fields.join("\n")}\n\n${response.body}`;
  const findings = checkResponse(text, undefined, undefined, { schemas, operation: endpoint.operation });
  assert.deepEqual(
    findings.map(({ code, message }) => `${code}: ${message}`),
    [],
    `${title}:\n${response.body}`,
  );
}
