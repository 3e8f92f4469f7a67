import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { request11 } from "../../support/findings.ts";

/** A service whose response contains the header `X-Value` of its request, with the status that the header `X-Status` says. */
export class NamedRequests {
  /** The values of the headers `X-Name`, in the order in which requests were received. */
  names: string[] = [];
  /** Functions by the names of requests. The service calls them instead of sending a response. */
  silent: Readonly<Record<string, () => void>> = {};
  readonly #before = new Map<string, () => void>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((received, response) => {
      const { "x-name": name = "", "x-value": value = "", "x-status": status = "200" } = received.headers;
      this.names.push(String(name));
      const silent = this.silent[String(name)];
      if (silent) return silent();
      this.#before.get(String(name))?.();
      this.#before.delete(String(name));
      const soap = "http://schemas.xmlsoap.org/soap/envelope/";
      response.writeHead(Number(status), { "Content-Type": "text/xml; charset=utf-8" });
      received.resume().on("end", () => {
        response.end(`<s:Envelope xmlns:s="${soap}"><s:Body><Value>${value}</Value></s:Body></s:Envelope>`);
      });
    });
    this.#server.on("connection", (socket) => socket.unref());
  }

  /** Starts the service, which needn't be closed. */
  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.unref().listen(0, "127.0.0.1", done));
  }

  /** Calls a function before the next response to a request of this name. */
  once(name: string, work: () => void): void {
    this.#before.set(name, work);
  }

  /** A request to this service whose header `X-Name` is its name. */
  request(name: string, directives: readonly string[] = [], fields: Readonly<Record<string, string>> = {}): string {
    const { port } = this.#server.address() as AddressInfo;
    const lines = [`# @name ${name}`, ...directives.map((one) => `# @${one}`)];
    return `${lines.join("\n")}\n${request11({ Host: `127.0.0.1:${port}`, "X-Name": name, ...fields })}\n\n###\n`;
  }
}
