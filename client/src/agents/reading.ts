import type { AgentHost } from "./host.ts";
import { bodyPart, failed, fitting, maxResult, shortened, succeeded, type ToolResult } from "./results.ts";
import type { KeptResponse } from "./sending.ts";

export interface ReadArguments {
  readonly path?: string;
  readonly offset?: number;
}

const maxValues = 1_000;
/** Maximum characters of one value. */
const maxValue = 20_000;

/** Reads the last response. Its secrets have been replaced before: an XPath can't extract parts of them. */
export async function readResponse(
  { path, offset = 0 }: ReadArguments,
  last: KeptResponse | undefined,
  host: AgentHost,
): Promise<ToolResult> {
  if (last === undefined) return failed("There is no response yet. Send a request with send_request.");
  const { status, body, type, request } = last;
  if (path === undefined) {
    const part = bodyPart(body, offset, maxResult * 0.8);
    const isCut = offset + part.length < body.length;
    return succeeded({ status, body: part, total: body.length, truncated: isCut });
  }
  const found = await host.language.values({ path, body, type, request });
  if ("why" in found) return failed(`The argument path can't be used: ${found.why}`);
  const rest = found.values.slice(offset);
  const values = fitting(
    rest.map((one) => shortened(one, maxValue)),
    maxValues,
    0,
  );
  const isCut = values.length < rest.length || rest.some((one) => one.length > maxValue);
  return succeeded({ status, values, total: found.values.length, truncated: isCut });
}
