import { parse, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { CalledResponse } from "../../../../server/src/protocol/served.ts";
import {
  type MockService,
  mockNames,
  mocksIn,
  type ValueDefinition,
} from "../../../../server/src/service/languageService.ts";
import { defaultMockBody, defaultMockConnections } from "../../../../server/src/text/limits.ts";
import { startService } from "../../mock/node/service.ts";
import { responsesOf } from "../../mock/responses.ts";
import { exchangeLine, type RunningService } from "../../mock/service.ts";
import { authorityOf } from "../../transport/authority.ts";
import type { Console } from "../console.ts";
import type { CommandKeys } from "../keys/commandKeys.ts";
import type { Outside } from "../outside.ts";
import type { NamedMocks } from "../sourceFile.ts";
import type { Door } from "../wsdl/documentReader.ts";
import { Callbacks } from "./callbacks.ts";
import { ownServices } from "./ownServices.ts";
import { MockSources } from "./sources.ts";

interface MockRunOptions {
  readonly allowOutside: boolean;
  readonly seed: string | undefined;
}

interface Started {
  readonly name: string;
  readonly service: MockService;
  readonly running: RunningService;
  readonly callbacks: Callbacks;
}

/** The mock services of a run: each file is served once, on a free port of this machine, until the run ends. */
export class SideMocks implements NamedMocks {
  readonly #options: MockRunOptions;
  readonly #outside: Outside;
  readonly #console: Console;
  readonly #door: Door;
  readonly #keys: CommandKeys;
  readonly #reading: (name: string) => (uri: string) => void;
  /** The started services by the absolute path of their file; a sentence if a file can't be served. */
  readonly #started = new Map<string, Promise<Started | string>>();

  /** `reading`: called before a file is read; returns a function that is called for each file read for it. */
  constructor(
    options: MockRunOptions,
    outside: Outside,
    console: Console,
    door: Door,
    keys: CommandKeys,
    reading: (name: string) => (uri: string) => void = () => () => {},
  ) {
    this.#options = options;
    this.#outside = outside;
    this.#console = console;
    this.#door = door;
    this.#keys = keys;
    this.#reading = reading;
  }

  /** Starts the services of `--mock`. Resolves with why one can't be started, if it can't. */
  async start(files: readonly string[]): Promise<string | undefined> {
    const mocks = files.map((path) => ({ path, name: parse(path).name }));
    const same = mocks.find(({ name }, index) => mocks.findIndex((one) => one.name === name) < index);
    if (same) return `Two files of --mock are named ${same.name}. Rename one of them.`;
    const definitions = await this.#definitions(mocks, "--mock", (path) => path);
    if (typeof definitions === "string") return definitions;
    for (const [name, definition] of definitions) this.#outside.definitions.set(name, definition);
    return undefined;
  }

  startIn({ document, resolver }: Parameters<NamedMocks["startIn"]>[0]): ReturnType<NamedMocks["startIn"]> {
    return this.#definitions(mocksIn(document), "# @mock", (path) => {
      const file = resolver.file(path);
      const uri = resolver.fileUri(path);
      if (file.kind === "bytes" && uri !== undefined) return fileURLToPath(uri);
      return { why: `# @mock ${path}: ${file.kind === "refused" ? file.why : "the file doesn't exist."}` };
    });
  }

  /** Resolves with the results of `# @expect` in the mock files, file by file. */
  async called(): Promise<readonly CalledResponse[]> {
    const all = await Promise.all(this.#started.values());
    return all.flatMap((one) => (typeof one === "string" ? [] : one.service.called()));
  }

  async close(): Promise<void> {
    const ends = [...this.#started.values()].map(async (starting) => {
      const started = await starting;
      if (typeof started === "string") return;
      await started.running.close();
      await started.callbacks.close();
    });
    await Promise.all(ends);
  }

  async #definitions(
    mocks: readonly { readonly path: string; readonly name: string }[],
    origin: string,
    find: (path: string) => string | { readonly why: string },
  ): Promise<ReadonlyMap<string, ValueDefinition> | string> {
    const addresses: string[] = [];
    for (const { path } of mocks) {
      const place = find(path);
      const started = typeof place === "object" ? place.why : await this.#start(resolve(this.#console.cwd, place));
      if (typeof started === "string") return started;
      addresses.push(new URL(started.running.address).host);
    }
    const common = { origin: () => origin, secret: false, literal: true } as const;
    return new Map([...mockNames(mocks)].map(([name, index]) => [name, { text: addresses[index] ?? "", ...common }]));
  }

  #start(path: string): Promise<Started | string> {
    const starting = this.#started.get(path) ?? this.#serve(path);
    this.#started.set(path, starting);
    return starting;
  }

  async #serve(path: string): Promise<Started | string> {
    const name = relative(this.#console.cwd, path).replaceAll(sep, "/");
    const files = /\.wsdl$/i.test(path) ? { operands: [], wsdls: [name] } : { operands: [name], wsdls: [] };
    const { allowOutside, seed } = this.#options;
    const options = {
      ...files,
      allowOutside,
      seed,
      lax: false,
      certificate: undefined,
      reads: this.#reading(name),
      lacksEnvironments: true,
    };
    const service = await new MockSources(options, this.#outside, this.#console, this.#door, this.#keys).open();
    if (!("load" in service)) return service.join("\n");
    const callbacks = new Callbacks(this.#door, service, this.#console);
    const running = await startService({
      ...{ host: "127.0.0.1", port: 0, timeout: 30_000, secure: undefined },
      ...{ maxBody: defaultMockBody, maxConnections: defaultMockConnections, cors: undefined },
      respond: responsesOf(service, { upstream: undefined, cors: undefined }),
      onExchange: (exchange) => {
        callbacks.send(exchange);
        if (exchange.response.problem === undefined) return;
        this.#console.complain(`${name}: ${service.redact(exchangeLine(exchange, undefined))}`);
      },
    });
    ownServices(this.#console).add(authorityOf({ host: "127.0.0.1", port: running.port }));
    return { name, service, running, callbacks };
  }
}
