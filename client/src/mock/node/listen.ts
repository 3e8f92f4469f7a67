import { defaultMockBody, defaultMockConnections } from "../../../../server/src/text/limits.ts";
import type { Listen } from "../../core/run/listener.ts";
import { authorityOf } from "../../transport/authority.ts";
import { ownResponse } from "../ownResponse.ts";
import { startService } from "./service.ts";

/** Listens for the requests of `# @receive`; port 0: a free one. */
export function listenAt(host: string, port: number): Listen {
  return async (respond) => {
    const running = await startService({
      ...{ host, port, timeout: 30_000, secure: undefined },
      ...{ maxBody: defaultMockBody, maxConnections: defaultMockConnections, cors: undefined },
      respond: async (request) => (await respond(request)) ?? ownResponse(404),
      onExchange: () => {},
    });
    return { host: authorityOf({ host, port: running.port }), close: () => running.close() };
  };
}
