import type { FindingCounts } from "../../../../server/src/protocol/served.ts";
import { withoutSecretParameters } from "../../../../server/src/text/redaction.ts";
import { roundedMilliseconds } from "../../core/text/quantities.ts";
import type { ServedExchange } from "../../mock/service.ts";
import { exchangeLine } from "../../mock/service.ts";
import type { Console } from "../console.ts";
import { jsonText, visible } from "../terminalText.ts";
import type { MockOptions } from "./usage.ts";

export interface ListedPort {
  readonly service: string;
  readonly port: string;
  readonly version: string | undefined;
  readonly address: string;
}

/** Writes what a service does to standard output, without secrets. */
export class MockLog {
  readonly #format: MockOptions["log"];
  readonly #console: Pick<Console, "out">;
  readonly #redact: (text: string) => string;
  #lines: string[] = [];

  constructor(format: MockOptions["log"], console: Pick<Console, "out">, redact: (text: string) => string) {
    this.#format = format;
    this.#console = console;
    this.#redact = redact;
  }

  listening(address: string, ports: readonly ListedPort[]): void {
    if (this.#format === "json") {
      const services = ports.map(({ version = null, ...port }) => ({ ...port, version }));
      this.#write(jsonText({ event: "listening", address, services }));
      return;
    }
    this.#write(`Listening on ${address}`);
    if (this.#format === "none") return;
    for (const port of ports) this.#write(visible(`${port.address} ${port.service}/${port.port}`));
  }

  exchange(exchange: ServedExchange, findings: FindingCounts | undefined): void {
    if (this.#format === "none") return;
    this.#write(this.#format === "json" ? this.#json(exchange, findings) : this.#text(exchange, findings));
  }

  later(line: string): void {
    if (this.#format === "json") this.#write(jsonText({ event: "then", sent: line }));
    else if (this.#format === "text") this.#write(visible(`then ${line}`));
  }

  flush(): void {
    if (this.#lines.length === 0) return;
    this.#console.out(this.#lines.map((line) => `${line}\n`).join(""));
    this.#lines = [];
  }

  #text(exchange: ServedExchange, findings: FindingCounts | undefined): string {
    return visible(this.#redact(exchangeLine(exchange, findings?.errors)));
  }

  #json({ at, request, response, milliseconds }: ServedExchange, findings: FindingCounts | undefined): string {
    const redact = (text: string | undefined) => (text === undefined ? null : this.#redact(text));
    return jsonText({
      event: "exchange",
      time: at.toISOString(),
      method: request?.method ?? null,
      target: redact(request && withoutSecretParameters(request.target)),
      operation: redact(response.operation),
      response: response.response ?? null,
      source: response.source,
      status: response.status ?? null,
      milliseconds: roundedMilliseconds(milliseconds),
      problem: redact(response.problem),
      findings,
    });
  }

  /** Lines of the same moment are written together, because each write to a file or a pipe takes time. */
  #write(line: string): void {
    if (this.#lines.length === 0) setImmediate(() => this.flush());
    this.#lines.push(line);
  }
}
