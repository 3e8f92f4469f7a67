import * as l10n from "@vscode/l10n";
import type { LaterRequest } from "../../../server/src/protocol/served.ts";
import { fromBase64 } from "../../../server/src/text/base64.ts";
import { pause } from "../core/run/flow.ts";
import { withoutBrackets } from "../transport/authority.ts";
import { valuesOfField } from "../transport/responseHead.ts";
import type { SendOptions, Transport } from "../transport/transport.ts";
import { isThisMachine, ownRequestOptions } from "./callbacks.ts";
import type { ServedExchange } from "./service.ts";

interface AfterwardsParts {
  readonly transport: Pick<Transport, "send">;
  readonly tls?: SendOptions["tls"];
  /** The hosts that a received request may choose, besides this machine. */
  readonly hosts: ReadonlySet<string>;
  readonly say: (line: string, isSent: boolean) => void;
}

const maxAtOnce = 100;

/** Sends the requests of `# @then` after a response, until the mock service ends. */
export class Afterwards {
  readonly #parts: AfterwardsParts;
  readonly #stop = new AbortController();
  #waiting = 0;

  constructor(parts: AfterwardsParts) {
    this.#parts = parts;
  }

  take({ request, response }: ServedExchange): void {
    const isOfPage = valuesOfField(request?.fields ?? [], "origin").length > 0;
    for (const later of response.later ?? []) void this.#send(later, isOfPage);
  }

  close(): void {
    this.#stop.abort();
  }

  async #send(one: LaterRequest, isOfPage: boolean): Promise<void> {
    const { label, after, request, isLiteral, problem } = one;
    const refuse = (why: string) => this.#parts.say(l10n.t("{0} is not sent: {1}", label, why), false);
    if (!request) return refuse(problem ?? "");
    const host = withoutBrackets(request.host).toLowerCase();
    if (!isLiteral && isOfPage)
      return refuse(l10n.t("A received request must not choose the host, because the request comes from a web page."));
    if (!isLiteral && !isThisMachine(host) && !this.#parts.hosts.has(host))
      return refuse(l10n.t("A received request must not choose the host {0}. Use --callbacks {0}.", host));
    if (this.#waiting >= maxAtOnce) return refuse(l10n.t("{0} others are waiting.", maxAtOnce));
    this.#waiting++;
    // Each request has a signal of its own, because Node.js warns of a signal with many listeners.
    const signal = AbortSignal.any([this.#stop.signal]);
    await pause(after, signal);
    const { transport, tls, say } = this.#parts;
    const proxy = isThisMachine(host) ? "none" : undefined;
    const options: SendOptions = { ...ownRequestOptions, signal, ...(tls ? { tls } : {}) };
    if (!signal.aborted) {
      const result = await transport.send({ ...request, proxy, body: fromBase64(request.body) }, options);
      if (result.kind === "response") say(`${label}: ${result.status}`, true);
      else if (!signal.aborted) say(`${label}: ${result.kind}`, false);
    }
    this.#waiting--;
  }
}
