import * as l10n from "@vscode/l10n";
import * as protocol from "../protocol/mockProtocol.ts";
import type { CalledResponse } from "../protocol/served.ts";
import {
  type Analysis,
  type Contract,
  fromBase64,
  MockExchanges,
  type MockHost,
  type MockProblem,
  MockService,
  mockNames,
  mocksIn,
  type ServedRequest,
  type ServedResponse,
  shownAddress,
  toBase64,
} from "../service/languageService.ts";
import { restricted } from "./documentResources.ts";
import type { Parts } from "./parts.ts";

export function registerMockRequests(parts: Parts): void {
  const { connection, documents, resources } = parts;
  const mocks = new Map<number, Mock>();
  const analysisOf = (key: string) => documents.requestContext(key)?.analysis;
  connection.onRequest(protocol.NamedMocksRequest, async ({ uri }) => {
    const named = documents.keysOf(uri).map((key) => resources.settled(key, () => namedMocks(analysisOf(key))));
    return { mocks: (await Promise.all(named)).flat() };
  });
  connection.onNotification(protocol.MockAddressesNotification, ({ uri, addresses }) => {
    let first = 0;
    for (const key of documents.keysOf(uri)) {
      const analysis = analysisOf(key);
      const mocks = analysis ? mocksIn(analysis.document) : [];
      const own = addresses.slice(first, first + mocks.length);
      first += mocks.length;
      resources.setMocks(key, new Map([...mockNames(mocks)].map(([name, index]) => [name, own[index] ?? ""])));
    }
  });
  connection.onRequest(protocol.LoadMockRequest, (params) => {
    const mock = mocks.get(params.id) ?? new Mock(parts, params.id);
    mocks.set(params.id, mock);
    return mock.load(params);
  });
  connection.onRequest(protocol.CalledRequest, ({ id }) => mocks.get(id)?.called() ?? []);
  connection.onNotification(protocol.UnloadMockNotification, ({ id }) => {
    mocks.get(id)?.unload();
    mocks.delete(id);
  });
  connection.onRequest(protocol.RespondRequest, ({ id, number, request }) => {
    return mocks.get(id)?.respond(number, withBytes(request)) ?? {};
  });
  connection.onRequest(protocol.CaptureRequest, ({ id, request }) => {
    const captured = mocks.get(id)?.captured(typeof request === "number" ? request : withBytes(request));
    return captured ?? { text: "", errors: 0, warnings: 0, facts: noFacts, secrets: [] };
  });
  connection.onRequest(protocol.RecordedRequest, ({ request, response }) => {
    return { text: new MockExchanges(() => []).recorded(withBytes(request), withBytes(response)) ?? "" };
  });
}

function namedMocks(analysis: Analysis | undefined): protocol.NamedMocks["mocks"] {
  if (!analysis) return [];
  const { document, resolver } = analysis;
  return mocksIn(document).map(({ path }) => {
    const file = resolver.file(path);
    if (file.kind === "refused") return { why: l10n.t("{0} can't be read: {1}", path, file.why) };
    if (file.kind === "bytes") return { uri: resolver.fileUri(path) };
    return { why: l10n.t("The file {0} doesn't exist. The path is relative to the folder of this file.", path) };
  });
}

const noFacts = { soapVersion: undefined };

function withBytes<T extends { readonly body: string }>(message: T): Omit<T, "body"> & { readonly body: Uint8Array } {
  return { ...message, body: fromBase64(message.body) };
}

class Mock {
  readonly #parts: Pick<Parts, "resources" | "now">;
  readonly #id: number;
  readonly #service: MockService;
  /** Requests that haven't been recorded yet, by their numbers. */
  readonly #received = new Map<number, ServedRequest>();
  #uris: readonly string[] = [];
  #contracts: readonly Contract[] = [];

  constructor(parts: Pick<Parts, "resources" | "now">, id: number) {
    this.#parts = parts;
    this.#id = id;
    this.#service = this.#createService();
  }

  async load({ files, wsdls }: protocol.LoadMockParams): Promise<protocol.LoadedMock> {
    const { resources } = this.#parts;
    if (!resources.trusted) return { problems: [restricted()], ports: [], uses: [] };
    this.#uris = files.map(({ uri }) => uri);
    this.#contracts = await Promise.all(wsdls.map((uri) => resources.contracts.load(uri, true)));
    const { keys } = resources;
    keys.watch();
    await this.#readAll(files);
    if (await keys.unlock()) await this.#readAll(files);
    // Keys are looked up now, because the user must not be asked while a client of the service waits.
    keys.watch();
    this.#tried(files).lookUpKeys();
    if (await keys.unlock("key")) await this.#readAll(files);
    const problems = this.#service.load(files).map((one) => sentence(one, files));
    const used = this.#uris.flatMap((uri) => resources.filesOf(this.#placeOf(uri)));
    return {
      problems,
      ports: this.#service.ports.map(({ service, port, path }) => ({ service, port, path })),
      uses: [...new Set([...used, ...this.#contracts.flatMap((one) => one.sources)])],
    };
  }

  /** Responds to a request, and keeps the request until `captured` is called with its number. */
  async respond(number: number, request: ServedRequest): Promise<protocol.MockDecision> {
    this.#received.set(number, request);
    const response = (await this.#service.fromFiles(request)) ?? this.#service.byContract(request);
    if (response) return { response: sent(response) };
    return { whyNone: this.#service.whyNone(request), misses: this.#service.misses(request) };
  }

  /** The text of a recorded request. Undefined if no request has this number. */
  captured(given: number | ServedRequest): protocol.CapturedText | undefined {
    const request = typeof given === "number" ? this.#received.get(given) : given;
    if (typeof given === "number") this.#received.delete(given);
    if (!request) return undefined;
    const { secrets, redact } = this.#service;
    const exchanges = new MockExchanges(() => this.#contracts, redact);
    const { text = "", errors, warnings } = exchanges.captured(request);
    return { text, errors, warnings, facts: exchanges.factsOf(request), secrets: [...secrets] };
  }

  called(): readonly CalledResponse[] {
    return this.#service.called();
  }

  unload(): void {
    for (const uri of this.#uris) this.#parts.resources.forget(this.#placeOf(uri));
  }

  /** Reads everything that the files use, including the WSDLs that they name. */
  async #readAll(files: readonly protocol.MockFileParams[]): Promise<void> {
    const { resources } = this.#parts;
    const tryAll = () => {
      const tried = this.#tried(files);
      tried.lookUp();
      return tried.named;
    };
    let named: readonly Contract[] = [];
    for (const { uri } of files) {
      await resources.renew(this.#placeOf(uri));
      named = await resources.settled(this.#placeOf(uri), tryAll);
    }
    this.#contracts = [...new Set([...this.#contracts, ...named])];
  }

  /** With what has been read so far. Errors of the files aren't reported: missing documents may cause them. */
  #tried(files: readonly protocol.MockFileParams[]): MockService {
    const tried = this.#createService();
    tried.load(files);
    return tried;
  }

  #createService(): MockService {
    const { resources, now } = this.#parts;
    const host: MockHost = {
      resolver: (uri) => resources.of(this.#placeOf(uri)),
      contracts: () => this.#contracts,
      sending: () => ({ ...now(), secret: () => undefined }),
      compute: resources.keys.computeUnasked,
    };
    return new MockService(host, { lax: false, scheme: "http" });
  }

  /** A key for a file's resources in this service, because the open document has its own under its URI. */
  #placeOf(uri: string): string {
    return `${uri}.${this.#id}`;
  }
}

function sentence({ uri, line, column, message }: MockProblem, files: readonly protocol.MockFileParams[]): string {
  const name = files.find((one) => one.uri === uri)?.name ?? uri;
  return `${name}:${line}:${column}: ${message}`;
}

function sent(response: ServedResponse): protocol.MockResponse {
  const { source, response: name, operation, status, bytes, closes, pace, callback, later } = response;
  const unsent =
    callback &&
    l10n.t("The response is not sent to {0}: only soaphttp mock and soaphttp test do that.", shownAddress(callback.to));
  const problem = [response.problem, unsent].filter((one) => one !== undefined).join(" ") || undefined;
  return { source, response: name, operation, status, bytes: toBase64(bytes), closes, pace, later, problem };
}
