import * as l10n from "@vscode/l10n";
import type { Contract } from "../contract/contract.ts";
import { ContractResponder, type ContractResponderOptions } from "../mock/contract/contractResponder.ts";
import type { ServedPort } from "../mock/contract/ports.ts";
import { ReceivedRequest } from "../mock/receivedRequest.ts";
import { splitTarget } from "../mock/requestFacts.ts";
import type {
  CalledResponse,
  CapturedRequest,
  Later,
  MissedResponse,
  Responder,
  ServedRequest,
  ServedResponse,
  UpstreamResponse,
} from "../protocol/served.ts";
import { errorsInServed } from "../rules/check.ts";
import { redactor } from "../text/redactor.ts";
import { MockExchanges } from "./mockExchanges.ts";
import { type MockFile, MockFiles, type MockHost, type MockProblem } from "./mockFiles.ts";

/** A mock service that responds from its files and by its WSDLs. It has no access to the network and reads only through its host. */
export class MockService implements Responder {
  readonly #host: MockHost;
  readonly #options: MockServiceOptions;
  readonly #files: MockFiles;
  readonly #exchanges: MockExchanges;
  readonly #secrets = new Set<string>();
  /** `redact` removes the first `count` secrets. */
  #redactor = { count: 0, redact: redactor([]) };
  #byContract: { readonly contracts: readonly Contract[]; readonly responder: ContractResponder };

  constructor(host: MockHost, options: MockServiceOptions) {
    const onSecret = (secret: string) => this.#secrets.add(secret);
    this.#host = { ...host, sending: () => ({ ...host.sending(), onSecret }) };
    this.#options = options;
    this.#files = new MockFiles(this.#host);
    this.#exchanges = new MockExchanges(() => this.#byContract.contracts, this.redact);
    this.#byContract = this.#responderFor(host.contracts());
  }

  /** Serves these files and the current WSDLs, as `MockFiles.load`. Returns the errors of the files that have changed. */
  load(files: readonly MockFile[]): readonly MockProblem[] {
    const contracts = this.#host.contracts();
    const before = this.#byContract.contracts;
    const isSame = contracts.length === before.length && contracts.every((one, at) => one === before[at]);
    if (!isSame) this.#byContract = this.#responderFor(contracts);
    for (const { uri } of files)
      for (const { text, secret } of this.#host.resolver(uri).definitions.values()) if (secret) this.#secrets.add(text);
    return this.#files.load(files, this.#byContract.contracts);
  }

  /** The secrets of private environments, and the secrets in earlier responses: a client may send them back. */
  get secrets(): ReadonlySet<string> {
    return this.#secrets;
  }

  /** The WSDLs that files name with `# @wsdl`, and the WSDLs of the host. */
  get named(): readonly Contract[] {
    return this.#files.contracts;
  }

  get ports(): readonly ServedPort[] {
    return this.#byContract.responder.ports;
  }

  readonly redact = (text: string): string => {
    const { count } = this.#redactor;
    if (count !== this.#secrets.size)
      this.#redactor = { count: this.#secrets.size, redact: redactor([...this.#secrets]) };
    return this.#redactor.redact(text);
  };

  /** Looks up the keys that responses and conditions use, and the files of `# @then`, so that the host reads them. */
  lookUp(): void {
    this.#files.lookUp();
  }

  /** Like `lookUp`, but without the keys in conditions, of which only the certificates are used. */
  lookUpKeys(): void {
    this.#files.lookUpKeys();
  }

  fromFiles(request: ServedRequest): Later<ServedResponse | undefined> {
    return this.#files.respond(request);
  }

  whyNone(request: ServedRequest): string | undefined {
    const { path } = splitTarget(request.target);
    const noPort = this.ports.length === 0 ? undefined : l10n.t("No port of a WSDL has the path {0}.", path);
    return [this.#files.whyNone(request), noPort].filter((one) => one !== undefined).join(" ") || undefined;
  }

  misses(request: ServedRequest): readonly MissedResponse[] {
    return this.#files.misses(request);
  }

  /** The results of all `# @expect` in the files, as far as requests have come, without secrets. */
  called(): readonly CalledResponse[] {
    return this.#files.called().map((one) => {
      const results = one.results.map((result) => {
        const why = result.why === undefined ? undefined : this.redact(result.why);
        return { ...result, text: this.redact(result.text), why };
      });
      return { ...one, results };
    });
  }

  byContract(request: ServedRequest): ServedResponse | undefined {
    return this.#byContract.responder.respond(request);
  }

  /** The operation of a request by the WSDLs, or the name of its first body element; undefined if it has none. */
  operationOf(request: ServedRequest): string | undefined {
    return new ReceivedRequest(request).operationName(this.#byContract.contracts);
  }

  recorded(request: ServedRequest, response: UpstreamResponse): string | undefined {
    return this.#exchanges.recorded(request, response);
  }

  captured(request: ServedRequest): CapturedRequest {
    return this.#exchanges.captured(request);
  }

  #responderFor(contracts: readonly Contract[]) {
    return { contracts, responder: contractResponder(contracts, this.#options) };
  }
}

export type MockServiceOptions = Omit<ContractResponderOptions, "check">;

/** Creates the responder by WSDLs. It refuses requests that have errors by the rules that authors see in the editor. */
export function contractResponder(contracts: readonly Contract[], options: MockServiceOptions): ContractResponder {
  return new ContractResponder(contracts, { ...options, check: errorsInServed });
}
