import { provideXPathHere } from "../../server/src/node/xpath.ts";
import type {
  Later,
  MissedResponse,
  ServedField,
  ServedRequest,
  ServedResponse,
} from "../../server/src/protocol/served.ts";
import { noKeys } from "../../server/src/resources/keys.ts";
import {
  type Contract,
  type MockHost,
  type MockProblem,
  MockService,
} from "../../server/src/service/languageService.ts";
import { fixedSending } from "./outgoing.ts";
import { around } from "./resolver.ts";
import { testCompute } from "./signing.ts";

provideXPathHere();

/** Files of a mock service by their names; those that end with `.soapmock` respond, in this order. */
export type Files = Readonly<Record<string, string>>;

export class TestedMock {
  #files: Files = {};
  readonly #service: MockService;

  constructor(files: Files, contracts: readonly Contract[] = [], { keys = noKeys, now = fixedSending.now } = {}) {
    const host: MockHost = {
      resolver: (uri) =>
        around({
          uri,
          keys,
          files: Object.fromEntries(Object.entries(this.#files).map(([name, text]) => [`/w/${name}`, text])),
          version: JSON.stringify(Object.entries(this.#files).filter(([name]) => !name.endsWith(".soapmock"))),
        }),
      contracts: () => contracts,
      sending: () => ({ ...fixedSending, now }),
      compute: testCompute,
    };
    this.#service = new MockService(host, { lax: false, scheme: "http" });
    const problems = this.load(files);
    if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  }

  load(files: Files): readonly MockProblem[] {
    this.#files = files;
    const responding = Object.entries(files).filter(([name]) => name.endsWith(".soapmock"));
    return this.#service.load(responding.map(([name, text]) => ({ uri: `file:///w/${name}`, name, text })));
  }

  respond(request: string | ServedRequest): ServedResponse | undefined {
    const response = this.respondLater(request);
    if (response instanceof Promise) throw new Error("the response takes time");
    return response;
  }

  /** Responds to a request: with a promise if keys are used. */
  respondLater(request: string | ServedRequest): Later<ServedResponse | undefined> {
    return this.#service.fromFiles(typeof request === "string" ? requestOf(request) : request);
  }

  /** The lines of `# @expect` that don't hold. `isFinal`: only those that no later request can make hold. */
  failed({ isFinal }: { readonly isFinal: boolean }): readonly string[] {
    const results = this.#service.called().flatMap((one) => one.results);
    return results.filter((one) => !one.held && (one.isFinal || !isFinal)).map(({ text }) => text);
  }

  whyNone(request: string | ServedRequest): string | undefined {
    return this.#service.whyNone(typeof request === "string" ? requestOf(request) : request);
  }

  misses(request: string): readonly MissedResponse[] {
    return this.#service.misses(requestOf(request));
  }

  /** The body of the response; undefined if no response matches. */
  body(request: string | ServedRequest): string | undefined {
    const response = this.respond(request);
    if (!response) return undefined;
    const text = new TextDecoder().decode(response.bytes);
    return text.slice(text.indexOf("\r\n\r\n") + 4);
  }
}

/** A request as text: the request line, headers, an empty line, the body. Without HTTP version, and with LF. */
export function requestOf(text: string): ServedRequest {
  const at = text.indexOf("\n\n");
  const [first = "", ...lines] = (at < 0 ? text : text.slice(0, at)).trimEnd().split("\n");
  const [method = "", target = "/"] = first.split(" ");
  return {
    method,
    target,
    fields: lines.map(fieldOf),
    body: new TextEncoder().encode(at < 0 ? "" : text.slice(at + 2)),
  };
}

export function fieldOf(line: string): ServedField {
  const colon = line.indexOf(":");
  return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
}

/** A SOAP request to `/calc`; the elements of the payload are in the namespace `urn:calc`. */
export function soapRequest(payload: string, version: "1.1" | "1.2" = "1.1"): string {
  const soap =
    version === "1.1" ? "http://schemas.xmlsoap.org/soap/envelope/" : "http://www.w3.org/2003/05/soap-envelope";
  const type = version === "1.1" ? "text/xml" : "application/soap+xml";
  return `POST /calc
Content-Type: ${type}; charset=utf-8

<soap:Envelope xmlns:soap="${soap}"><soap:Body xmlns:c="urn:calc">${payload}</soap:Body></soap:Envelope>`;
}
