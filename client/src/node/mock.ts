import type { MockStart } from "../extension/editor/host.ts";
import { startService } from "../mock/node/service.ts";
import { responsesOf } from "../mock/responses.ts";
import type { RunningService } from "../mock/service.ts";

/** Starts a mock service for programs on this machine, and for pages in its browsers. */
export function startMock({ port, responder, onExchange }: MockStart): Promise<RunningService> {
  return startService({
    host: "127.0.0.1",
    port,
    secureContext: undefined,
    respond: responsesOf(responder, { upstream: undefined, cors: "*" }),
    onExchange,
    cors: "*",
    timeout: 30_000,
    maxBody: 10_485_760,
    maxConnections: 1000,
  });
}
