import { dirname, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { type ReadBounds, readFile } from "../../../server/src/node/readFile.ts";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { environmentFiles, sharedEnvironment } from "../../../server/src/resources/environmentFiles.ts";
import {
  type Analysis,
  analyze,
  type ContractHost,
  createResolver,
  type ExternalFile,
  type HostResolver,
  type Keys,
  type Resolver,
  resolverIn,
  type ValueDefinition,
} from "../../../server/src/service/languageService.ts";
import { memoized } from "../../../server/src/text/memoized.ts";
import type { Console } from "./console.ts";
import { readBytes, standardInput, standardInputName } from "./files.ts";
import { lineCounter } from "./lineCounter.ts";
import type { Outside } from "./outside.ts";
import { decodeFile, type SourceText } from "./sourceText.ts";

provideXPathHere();

export interface SourceFile {
  readonly name: string;
  readonly source: SourceText;
  readonly resolver: Resolver;
}

export interface NamedMocks {
  /** Starts the services that a file names. Resolves with their addresses by name, or with why one can't be started. */
  startIn(file: Pick<Analysis, "document" | "resolver">): Promise<ReadonlyMap<string, ValueDefinition> | string>;
}

/** Objects that a file may refer to, such as contracts and keys, and the rules for reading it. */
export interface SourceHost {
  readonly contracts?: ContractHost | undefined;
  readonly keys?: Keys | undefined;
  /** Whether files outside of the current folder and this file's folder may be used. */
  readonly allowOutside: boolean;
  /** Called with the URI of each file before it is read. */
  readonly reads?: (uri: string) => void;
  readonly mocks?: NamedMocks | undefined;
  /** Whether the chosen environments may be undefined. */
  readonly lacksEnvironments?: boolean;
  /** A version that changes when a file that this one refers to has changed. */
  readonly version?: string;
}

/** Reads a file or standard input (`-`), unless its bytes are given. Resolves with why it can't be used, if it can't. */
export async function readSource(
  operand: string,
  outside: Outside,
  console: Console,
  host: SourceHost,
  given?: Uint8Array,
): Promise<SourceFile | string> {
  const name = operand === standardInput ? standardInputName : operand;
  const bytes =
    (given && Buffer.from(given)) ??
    (operand === standardInput ? await console.input() : readBytes(operand, console.cwd));
  if (typeof bytes === "string") return bytes;
  const source = decodeFile(bytes, isMockFile(operand) ? "response" : "request");
  if (typeof source === "string") return `${name}: ${source}.`;
  const path = resolve(console.cwd, operand === standardInput ? "stdin" : operand);
  const around = resolverOf(name, path, outside, console, host);
  if (typeof around === "string") return around;
  const { document, ...first } = /@(?:environment|mock)\s/.test(source.text)
    ? analyze(source.text, { kind: source.kind, rules: {} }, around)
    : { resolver: around, document: undefined };
  let resolver: Resolver = first.resolver;
  const mocks = document && (await host.mocks?.startIn({ document, resolver }));
  if (typeof mocks === "string") return `${name}: ${mocks}`;
  if (mocks && mocks.size > 0) {
    const { environments } = outside;
    const definitions = new Map([...mocks, ...outside.definitions]);
    const withMocks = resolverOf(name, path, { environments, definitions }, console, host);
    if (typeof withMocks === "string") return withMocks;
    resolver = resolverIn(document, withMocks);
  }
  complainOfEnvironments(around, resolver.chosen, console);
  outside.see(source.text, source.kind, resolver);
  return { name, source, resolver };
}

export function isMockFile(name: string): boolean {
  return name.toLowerCase().endsWith(".soapmock");
}

/**
 * Resolves a file's variables and the files that it refers to. It finds environments in the file's folder and above it, up
 * to the current folder. An unknown environment is a problem: the shared variables alone could name another service.
 */
function resolverOf(
  name: string,
  path: string,
  { environments: chosen, definitions }: Pick<Outside, "environments" | "definitions">,
  console: Console,
  { allowOutside, reads, mocks: _, lacksEnvironments = false, ...host }: SourceHost,
): HostResolver | string {
  const { cwd, env } = console;
  const bounds = readBounds(path, cwd, allowOutside);
  const resolver = createResolver({
    uri: pathToFileURL(path).href,
    roots: [pathToFileURL(cwd).href],
    chosen,
    given: definitions,
    environments: undefined,
    read: (file) => {
      reads?.(file);
      return sameBytes(file, readFile(file, bounds), console);
    },
    version: "",
    ...host,
    processEnv: (variable) => env[variable],
    now: () => new Date(),
  });
  const { environmentNames: defined } = resolver;
  const unknown = chosen.find((environment) => !defined.includes(environment));
  if (unknown === undefined) return resolver;
  if (lacksEnvironments) {
    const environments = chosen.filter((environment) => defined.includes(environment));
    return resolverOf(name, path, { environments, definitions }, console, {
      allowOutside,
      ...(reads ? { reads } : {}),
      ...host,
    });
  }
  const available = defined.length === 0 ? "No environments are defined." : `Available: ${defined.join(", ")}.`;
  const problem = `${name}: unknown environment ${unknown}. ${available}`;
  const { problems } = resolver.lookedIn("");
  if (problems.length > 0 || defined.length > 0) return [problem, ...problems].join(" ");
  return `${problem} ${searchedFolders(dirname(path), cwd)}`;
}

const requestFiles = memoized((_: Console) => new Map<string, Uint8Array>());

/** Returns the bytes that were read for another file if they are equal: a file that many import is parsed once. */
function sameBytes(uri: string, file: ExternalFile, console: Console): ExternalFile {
  if (file.kind !== "bytes" || !/\.soaphttp$/i.test(uri)) return file;
  const before = requestFiles(console).get(uri);
  if (before && Buffer.compare(before, file.bytes) === 0) return { ...file, bytes: before };
  requestFiles(console).set(uri, file.bytes);
  return file;
}

const complaints = memoized((_: Console) => new Set<string>());

/** Reports what has no effect in the environments that are used, once for all files of a command. */
function complainOfEnvironments(resolver: HostResolver, chosen: readonly string[], console: Console): void {
  for (const { name, text, values } of resolver.ineffective()) {
    const lines = lineCounter(text);
    for (const { environment: of, at, message } of values) {
      const complaint = `${name}:${lines(at.start)}: ${message}`;
      if (![...chosen, sharedEnvironment].includes(of) || complaints(console).has(complaint)) continue;
      complaints(console).add(complaint);
      console.complain(complaint);
    }
  }
}

/** Returns where the files must be that a file refers to. `path`: the absolute path of the file itself */
function readBounds(path: string, cwd: string, allowOutside: boolean): ReadBounds {
  const refusal = (outside: string) =>
    `${outside} is outside of the current folder and this file's folder. Use --allow-outside to use it.`;
  return { folders: [cwd, dirname(path)], others: allowOutside ? "read" : refusal };
}

function searchedFolders(folder: string, cwd: string): string {
  const files = environmentFiles.map(({ name }) => name).join(", ");
  if (folder === cwd) return `Searched for ${files} in the current folder ${cwd}, but not above it.`;
  return folder.startsWith(cwd.endsWith(sep) ? cwd : cwd + sep)
    ? `Searched for ${files} in ${folder} and above it, up to the current folder ${cwd}.`
    : `Searched for ${files} in ${folder}.`;
}
