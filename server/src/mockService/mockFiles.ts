import * as l10n from "@vscode/l10n";
import { type AnalysisOptions, analyze, messageOf, type Origin } from "../analysis/analysis.ts";
import { Rounds } from "../analysis/rounds.ts";
import type { Contract } from "../contract/contract.ts";
import {
  calledResponses,
  choose,
  countCall,
  FileState,
  replacementsFor,
  type ServedFile,
  sendingFor,
  take,
} from "../mock/choice.ts";
import type { MockDirectiveProblem } from "../mock/directives/directives.ts";
import { replacedBody } from "../mock/forward.ts";
import { type ReadMockFile, readMockFile } from "../mock/mockFile.ts";
import { missedResponses, nearMiss } from "../mock/nearMiss.ts";
import { ReceivedRequest, verifyRequest } from "../mock/receivedRequest.ts";
import { type Rendered, render } from "../mock/render.ts";
import { MockResponse } from "../mock/response.ts";
import type {
  CalledResponse,
  Forwarded,
  Later,
  MissedResponse,
  Pace,
  ServedRequest,
  ServedResponse,
} from "../protocol/served.ts";
import { type Compute, hostCertificates } from "../resources/keys.ts";
import type { Resolver } from "../resources/resolver.ts";
import { check, findingsOf } from "../rules/check.ts";
import { encryptionRules } from "../rules/encryption.ts";
import { signatureRules } from "../rules/signature.ts";
import { LineIndex } from "../text/lines.ts";
import type { Sending } from "../variables/sending.ts";
import { thenRequest } from "./thenRequests.ts";

export interface MockFile extends Origin {
  readonly uri: string;
  /** The file's name in messages and in the log: `calc.soapmock`. */
  readonly name: string;
  readonly text: string;
}

/** The files, WSDLs, times and random values that a host provides to a mock service. */
export interface MockHost {
  /** The resources of a file, such as body files, data files and environments. A new key means that a resource has changed. */
  resolver(uri: string): Resolver;
  /** The WSDLs, completely read. The same objects mean the same content. */
  contracts(): readonly Contract[];
  /** The time and the random values for one response. */
  sending(): Sending;
  readonly compute: Compute;
}

/** An error in a `.soapmock` file. The last version of the file without errors is served, if there is one. */
export interface MockProblem {
  readonly uri: string;
  /** Line, counted from 1. Columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly code: string;
  /** Error message, one sentence. */
  readonly message: string;
}

/** Responds to requests with the responses of `.soapmock` files. */
export class MockFiles {
  readonly #host: MockHost;
  /** The files by URI, in the order in which they respond. */
  #files: ReadonlyMap<string, LoadedFile> = new Map();
  /** The last versions without errors of these files. */
  #served: readonly ServedFile[] = [];
  /** The values for responses that are the same for each request. */
  readonly #unused: Sending;

  constructor(host: MockHost) {
    this.#host = host;
    this.#unused = host.sending();
  }

  /**
   * Serves these files, in this order, and no others. Files whose text and resources are the same stay unchanged.
   * When a file changes, its variables keep their values, and `# @times` starts again. If a file has errors, its last
   * version without errors is served. Returns the errors of the files that have changed.
   * @param contracts the WSDLs that all files use; the same list means the same content
   */
  load(files: readonly MockFile[], contracts: readonly Contract[]): readonly MockProblem[] {
    const problems: MockProblem[] = [];
    this.#files = new Map(
      files.map((file) => {
        const before = this.#files.get(file.uri);
        const resolver = this.#host.resolver(file.uri);
        const tried = { text: file.text, key: resolver.key, contracts };
        if (before && isSame(before.tried, tried)) return [file.uri, before];
        const read = this.#read(file, resolver, contracts);
        problems.push(...placed(file, read.problems));
        return [file.uri, { tried, name: file.name, served: served(before?.served, file.text, read) }];
      }),
    );
    this.#served = [...this.#files.values()].flatMap((one) => one.served ?? []);
    return problems;
  }

  /** The WSDLs that files without errors name with `# @wsdl`, and the WSDLs that all files use. */
  get contracts(): readonly Contract[] {
    return [...new Set(this.#served.flatMap(({ read }) => read.contracts))];
  }

  /** The response to a request; undefined if no response matches. The result is a promise only if a key is used. */
  respond(served: ServedRequest): Later<ServedResponse | undefined> {
    for (const [uri, file] of this.#files) {
      if (!file.served?.read.verifies) continue;
      const { now } = this.#host.sending();
      return verifyRequest(served, this.#host.resolver(uri).keys, now).then(() => this.#respond(served));
    }
    return this.#respond(served);
  }

  #respond(served: ServedRequest): Later<ServedResponse | undefined> {
    const request = new ReceivedRequest(served);
    const newSending = () => this.#host.sending();
    const choice = choose(this.#served, request, newSending);
    if (!choice) return undefined;
    countCall(choice, request, newSending);
    take(choice, request, newSending);
    const { name, message, directives, prefixes } = choice.response;
    const { contracts } = choice.read;
    const { pace } = directives;
    const isSent = message !== undefined && (pace?.end === undefined || pace.cutAfter !== undefined);
    const sending = message?.isConstant ? this.#unused : sendingFor(choice, request, newSending);
    const resolver = () =>
      this.#host.resolver([...this.#files].find(([, one]) => one.served?.read === choice.read)?.[0] ?? "");
    const later =
      directives.thens.length === 0
        ? undefined
        : directives.thens.map((one) => thenRequest(one, resolver(), sendingFor(choice, request, newSending)));
    const given = { response: name, pace, later, request, contracts };
    if (directives.forward) {
      const values = replacementsFor(choice, request, newSending);
      const edit: Forwarded["edit"] = (response) =>
        values.length === 0 ? response : replacedBody(response, values, prefixes.for(request));
      return new ResponseOfFile(notForwarded(), { ...given, forward: { edit } });
    }
    const rendered = isSent ? this.#rendered(message, sending, served.method) : silence;
    const respond = (made: Rendered) => new ResponseOfFile(made, { ...given, forward: undefined });
    return rendered instanceof Promise ? rendered.then(respond) : respond(rendered);
  }

  #rendered(message: MockResponse, sending: Sending, method: string): Later<Rendered> {
    let needsHost = false;
    const operation = () => {
      needsHost = true;
      return undefined;
    };
    const rendered = render(message, { ...sending, operation }, method);
    if (!needsHost) return withReason(rendered);
    return new Rounds(sending, (one) => render(message, one, method)).finished(this.#host.compute).then(withReason);
  }

  called(): readonly CalledResponse[] {
    return [...this.#files].flatMap(([uri, { served, name: file }]) =>
      served ? calledResponses(served).map((one) => ({ uri, file, ...one })) : [],
    );
  }

  /** Looks up the keys that responses and conditions use, and the files of `# @then`, so that the host reads them. */
  lookUp(): void {
    for (const [uri, { served }] of this.#files)
      if (served?.read.verifies) hostCertificates(this.#host.resolver(uri).keys);
    this.lookUpKeys();
  }

  /** Like `lookUp`, but without the keys in conditions, of which only the certificates are used. */
  lookUpKeys(): void {
    for (const [uri, { served }] of this.#files)
      for (const { message, directives } of served?.read.responses ?? []) {
        if (message?.text.includes("{{")) check(message);
        for (const then of directives.thens) thenRequest(then, this.#host.resolver(uri), this.#host.sending());
      }
  }

  whyNone(served: ServedRequest): string | undefined {
    return nearMiss(this.#served, new ReceivedRequest(served), () => this.#host.sending());
  }

  /** The responses with their conditions, for a request that none of them matches. */
  misses(served: ServedRequest): readonly MissedResponse[] {
    return missedResponses(this.#served, new ReceivedRequest(served), () => this.#host.sending());
  }

  #read(file: MockFile, resolver: Resolver, contracts: readonly Contract[]): ReadMockFile {
    const analysis = analyze(file.text, asMock, resolver, file);
    return readMockFile({
      name: file.name,
      document: analysis.document,
      scope: analysis.scope,
      contracts,
      responseOf: (segment) => {
        const message = messageOf(analysis, segment);
        return message instanceof MockResponse ? message : undefined;
      },
    });
  }
}

/** The response with the reason why it can't be signed or encrypted. */
function withReason(rendered: Rendered): Rendered {
  if (!rendered.unsealed) return rendered;
  const findings = findingsOf([...signatureRules, ...encryptionRules], rendered.unsealed);
  const why = findings.find(({ severity }) => severity === "error")?.message ?? "";
  return { ...rendered, problem: `${rendered.problem} ${why}`.trim() };
}

/** A class instead of an object literal, because V8 keeps a hidden class of its own for each literal with a getter. */
class ResponseOfFile implements ServedResponse {
  readonly source = "file";
  readonly response: string;
  readonly status: number | undefined;
  readonly bytes: Uint8Array;
  readonly closes: boolean;
  readonly pace: Pace | undefined;
  readonly problem: string | undefined;
  readonly forward: Forwarded | undefined;
  readonly later: ServedResponse["later"];
  readonly #request: ReceivedRequest;
  readonly #contracts: readonly Contract[];

  constructor(
    { status, bytes, closes, problem }: Rendered,
    of: Pick<ServedResponse, "pace" | "later"> & {
      readonly forward: Forwarded | undefined;
      readonly response: string;
      readonly request: ReceivedRequest;
      readonly contracts: readonly Contract[];
    },
  ) {
    this.response = of.response;
    this.status = status;
    this.bytes = bytes;
    this.closes = closes;
    this.pace = of.pace;
    this.forward = of.forward;
    this.later = of.later;
    this.problem = problem;
    this.#request = of.request;
    this.#contracts = of.contracts;
  }

  /** A getter, because finding the operation reads the request. */
  get operation(): string | undefined {
    return this.#request.operationName(this.#contracts);
  }
}

interface LoadedFile {
  readonly name: string;
  /** The last version that was read, even if it has errors. */
  readonly tried: Version;
  /** The last version without errors; undefined if there is none. */
  readonly served: (ServedFile & { readonly text: string }) | undefined;
}

interface Version {
  readonly text: string;
  /** The key of the file's resources. */
  readonly key: string;
  readonly contracts: readonly Contract[];
}

const asMock: AnalysisOptions = { rules: {}, kind: "response", mixedLineEnds: true };

/** The result for a response that is never sent. */
const silence: Rendered = { bytes: new Uint8Array(0), status: undefined, closes: true, problem: undefined };

/** The response with `# @forward` if the service doesn't pass requests on. */
function notForwarded(): Rendered {
  const bytes = new TextEncoder().encode("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
  return { bytes, status: 502, closes: false, problem: l10n.t("@forward needs soaphttp mock --to.") };
}

function isSame(a: Version, b: Version): boolean {
  return a.text === b.text && a.key === b.key && a.contracts === b.contracts;
}

function served(before: LoadedFile["served"], text: string, read: ReadMockFile): LoadedFile["served"] {
  if (read.problems.length > 0) return before;
  const state = before?.state ?? new FileState();
  if (before?.text !== text) {
    state.taken.clear();
    state.calls.clear();
    state.chances.clear();
  }
  return { text, read, state };
}

function placed({ uri, text }: MockFile, problems: readonly MockDirectiveProblem[]): readonly MockProblem[] {
  const lines = new LineIndex(text);
  return problems.map(({ start, code, message }) => {
    const line = lines.at(start);
    return { uri, line: line + 1, column: start - lines.startOf(line) + 1, code, message };
  });
}
