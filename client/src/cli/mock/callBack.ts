import type { MockService } from "../../../../server/src/service/languageService.ts";
import { sendCallback } from "../../mock/callbacks.ts";
import type { ServedExchange } from "../../mock/service.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import type { Console } from "../console.ts";
import type { Door } from "../wsdl/documentReader.ts";

/** Sends the response of an exchange to where its request wants it, after the exchange. */
export async function callBack(
  { response: { callback } }: ServedExchange,
  { connect }: Door,
  service: Pick<MockService, "redact">,
  console: Console,
): Promise<void> {
  const why = callback && (await sendCallback(callback, nodeTransport(connect)));
  if (why !== undefined) console.complain(service.redact(why));
}
