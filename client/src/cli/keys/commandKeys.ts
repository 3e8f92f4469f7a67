import type { KeyOperation, KeyResult } from "../../../../server/src/protocol/protocol.ts";
import {
  type Compute,
  type KeyInfo,
  type Keys,
  noKeyOption,
  type Resolver,
} from "../../../../server/src/service/languageService.ts";
import { typedKeyFile, whyStore } from "../../core/keys/configuredKeys.ts";
import type { ClientCertificate, Key } from "../../core/keys/readKey.ts";
import { inCapitals } from "../../core/sending/secrets.ts";
import { type AskingConsole, askingBeside } from "../console.ts";
import { readBytes } from "../files.ts";
import type { KeyFiles } from "../sharedOptions.ts";

/** The keys of the `--key` options, and a function that signs and decrypts with them. */
export interface CommandKeys {
  readonly keys: Keys;
  readonly compute: Compute;
  /** Resolves with the client certificate for `# @tls NAME` or for an environment's files, or why there is none. */
  readonly clientCertificate: (key: string | CertificateFiles) => Promise<ClientCertificate | string>;
}

type CertificateFiles = Resolver["certificateFiles"];

interface KeyOptions {
  readonly keys: KeyFiles;
  readonly operands: readonly string[];
  /** The folder to replay; undefined if requests are sent, and so must be signed. */
  readonly replay?: string | undefined;
}

/** Asks for no passphrase beside standard input, where it would be typed. Resolves with why a key can't be used. */
export async function readCommandKeys(
  { keys: files, operands, replay }: KeyOptions,
  console: AskingConsole,
): Promise<CommandKeys | string> {
  const read = new Map<string, Key>();
  for (const [name, file] of files) {
    const key = await readOne(name, file, askingBeside(operands, console));
    if (typeof key === "string") return key;
    read.set(name, key);
  }
  const ofEnvironments = new Map<string, Promise<ClientCertificate | string>>();
  const infos = new Map([...read].map(([name, { info }]) => [name, info]));
  const unknown = replay !== undefined ? "unneeded" : infos.size === 0 ? "unnamed" : "missing";
  return {
    keys: keysOf(infos, unknown),
    compute: (operations) => Promise.all(operations.map((one) => computed(one, read.get(one.key)))),
    clientCertificate: (name) => {
      if (typeof name === "string") return usable(name, read.get(name) ?? noKeyOption(name));
      const id = name.map(({ uri }) => uri).join(" ");
      const made = ofEnvironments.get(id) ?? certificateOf(name, askingBeside(operands, console));
      ofEnvironments.set(id, made);
      return made;
    },
  };
}

async function usable(name: string, key: Key | string): Promise<ClientCertificate | string> {
  if (typeof key === "string") return key;
  const { clientCertificate } = await import("../../core/keys/readKey.ts");
  return clientCertificate(name, key);
}

async function certificateOf(files: CertificateFiles, console: AskingConsole): Promise<ClientCertificate | string> {
  const contents: Uint8Array[] = [];
  for (const { path, read } of files) {
    const file = read();
    if (file.kind === "bytes") contents.push(file.bytes);
    else return `${path} can't be read: ${file.kind === "refused" ? file.why : "The file doesn't exist."}`;
  }
  const { joinedFiles } = await import("../../core/keys/readKey.ts");
  const name = files.at(-1)?.path ?? "";
  return usable(name, await opened(name, name, joinedFiles(contents), undefined, "SOAPHTTP_PASSPHRASE", console));
}

async function readOne(name: string, file: string, console: AskingConsole): Promise<Key | string> {
  const ofStore = whyStore(name, file);
  if (ofStore !== undefined) return ofStore;
  const whole = readBytes(file, console.cwd);
  // The "#" may also be a part of the file's name.
  const { file: path, alias } = typeof whole === "string" ? typedKeyFile(file) : { file, alias: undefined };
  const bytes = typeof whole === "string" ? readBytes(path, console.cwd) : whole;
  if (typeof bytes === "string") return `The file of the key ${name} can't be read. ${bytes}`;
  return opened(name, file, bytes, alias, `SOAPHTTP_PASSPHRASE_${inCapitals(name)}`, console);
}

/** @param variable the environment variable with the passphrase */
async function opened(
  name: string,
  file: string,
  bytes: Uint8Array,
  alias: string | undefined,
  variable: string,
  console: AskingConsole,
): Promise<Key | string> {
  // Few processes use keys.
  const { readKey } = await import("../../core/keys/readKey.ts");
  const { oldCiphers } = await import("../../core/keys/node/oldCiphers.ts");
  const tried = (passphrase: string | undefined) => readKey(name, bytes, { passphrase, alias, old: oldCiphers });
  let reading = await tried(console.env[variable]);
  if (reading.kind === "locked") {
    const typed = await console.secret(`Passphrase of the key ${name} (${file}): `);
    if (typed === undefined) return `The passphrase of the key ${name} is missing. Set ${variable}.`;
    reading = await tried(typed);
  }
  switch (reading.kind) {
    case "key":
      return reading.key;
    case "refused":
      return reading.why;
    default:
      return `The passphrase of the key ${name} is wrong.`;
  }
}

function keysOf(infos: ReadonlyMap<string, KeyInfo>, unknown: "missing" | "unnamed" | "unneeded"): Keys {
  const trusted = [...infos.values()].flatMap(({ certificates, algorithm }) =>
    algorithm === undefined ? certificates : [],
  );
  return {
    find: (name) => {
      const info = infos.get(name);
      if (info) return { kind: "key", info };
      return unknown === "missing" ? { kind: unknown, why: noKeyOption(name) } : { kind: unknown };
    },
    names: () => [...infos.keys()],
    trusted: () => trusted,
  };
}

async function computed(operation: KeyOperation, key: Key | undefined): Promise<KeyResult> {
  const { computed } = await import("../../core/keys/operations.ts");
  return key ? computed(operation, key) : { kind: "failed", why: noKeyOption(operation.key) };
}
