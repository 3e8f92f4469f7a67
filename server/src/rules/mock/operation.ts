import type { MockResponse } from "../../mock/response.ts";
import { unknownOperation } from "../contract.ts";
import type { Report } from "../rule.ts";

/** The operation of `# @when operation` that no WSDL has. */
export function* operationUnknown(response: MockResponse): Iterable<Report> {
  for (const one of response.directives.conditions) {
    if (one.kind !== "operation") continue;
    const report = unknownOperation(response, one.at, one.name);
    if (report) yield report;
  }
}
