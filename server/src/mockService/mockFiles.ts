import * as l10n from "@vscode/l10n";
import { type AnalysisOptions, analyze, messageOf, type Origin } from "../analysis/analysis.ts";
import { Rounds } from "../analysis/rounds.ts";
import type { Contract } from "../contract/contract.ts";
import { calledResponses, countCall } from "../mock/called.ts";
import { choose, FileState, replacementsFor, type ServedFile, sendingFor, take } from "../mock/choice.ts";
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

/** A `.soapmock` file. */
export interface MockFile extends Origin {
  readonly uri: string;
  /** As messages and the log show it: `calc.soapmock`. */
  readonly name: string;
  readonly text: string;
}

/** What a mock service gets from its host: files, WSDLs, time and random values. */
export interface MockHost {
  /** The resources of a file, such as body files, data files and environments. A new key means that some have changed. */
  resolver(uri: string): Resolver;
  /** The WSDLs, completely read; the same objects mean the same content. */
  contracts(): readonly Contract[];
  /** What differs in each response. */
  sending(): Sending;
  /** Computes what needs a private key. */
  readonly compute: Compute;
}

/** An error in a `.soapmock` file, because of which its last version without errors is served, if there is one. */
export interface MockProblem {
  /** Of the file. */
  readonly uri: string;
  /** From 1; columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly code: string;
  /** A sentence. */
  readonly message: string;
}

/** The responses of `.soapmock` files to requests. */
export class MockFiles {
  readonly #host: MockHost;
  /** In the order in which they respond. */
  #files: ReadonlyMap<string, LoadedFile> = new Map();
  /** Of those, the versions without errors. */
  #served: readonly ServedFile[] = [];
  /** For responses that are the same for each request. */
  readonly #unused: Sending;

  constructor(host: MockHost) {
    this.#host = host;
    this.#unused = host.sending();
  }

  /**
   * Serves these files, in this order, and no others. Files whose text and resources are the same stay as they are. The
   * variables of a file stay if it changes; `# @times` starts again. If a file has errors, its last version without
   * errors stays. Returns the errors of the files that have changed.
   * @param contracts those that all files use; the same list means the same content
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

  /** The WSDLs that files without errors name with `# @wsdl`, and those that all of them use. */
  get contracts(): readonly Contract[] {
    return [...new Set(this.#served.flatMap(({ read }) => read.contracts))];
  }

  /** Undefined if no response matches. With a promise only if a key is used. */
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

  /** What `# @expect` says about the responses, and whether it holds so far. */
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

  /** The same without the keys of conditions, of which only the certificates are used. */
  lookUpKeys(): void {
    for (const [uri, { served }] of this.#files)
      for (const { message, directives } of served?.read.responses ?? []) {
        if (message?.text.includes("{{")) check(message);
        for (const then of directives.thens) thenRequest(then, this.#host.resolver(uri), this.#host.sending());
      }
  }

  /** Why no response matches: a sentence; undefined if there is no response. */
  whyNone(served: ServedRequest): string | undefined {
    return nearMiss(this.#served, new ReceivedRequest(served), () => this.#host.sending());
  }

  /** The responses, none of which matches. */
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

/** The problem that says why a response can't be signed or encrypted. */
function withReason(rendered: Rendered): Rendered {
  if (!rendered.unsealed) return rendered;
  const findings = findingsOf([...signatureRules, ...encryptionRules], rendered.unsealed);
  const why = findings.find(({ severity }) => severity === "error")?.message ?? "";
  return { ...rendered, problem: `${rendered.problem} ${why}`.trim() };
}

/** A class, because each literal with a getter has a hidden class of its own, which V8 keeps for long. */
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

  /** Found when it is needed, because that reads the request. */
  get operation(): string | undefined {
    return this.#request.operationName(this.#contracts);
  }
}

interface LoadedFile {
  /** For the user. */
  readonly name: string;
  /** The last version, even if it has errors. */
  readonly tried: Version;
  /** The last version without errors. */
  readonly served: (ServedFile & { readonly text: string }) | undefined;
}

interface Version {
  readonly text: string;
  /** Of its resources. */
  readonly key: string;
  readonly contracts: readonly Contract[];
}

const asMock: AnalysisOptions = { rules: {}, kind: "response", mixedLineEnds: true };

/** Of a response that is never sent. */
const silence: Rendered = { bytes: new Uint8Array(0), status: undefined, closes: true, problem: undefined };

/** Where requests aren't passed on. */
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
