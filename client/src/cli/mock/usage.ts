import { defaultMockBody, defaultMockConnections } from "../../../../server/src/text/limits.ts";
import { portOf, withBrackets, withoutBrackets } from "../../transport/authority.ts";
import { longestTimer } from "../../transport/transport.ts";
import type { Arguments } from "../arguments.ts";
import type { CredentialFiles } from "../credentials.ts";
import { standardInput } from "../files.ts";
import { type OutsideOptions, outsideOptions, readOutsideOptions } from "../outside.ts";
import { type KeyFiles, keyOption, readCertificateKeys, readSeed, readTimeout } from "../sharedOptions.ts";
import type { Usage } from "../usage.ts";
import { type DoorOptions, doorOptions, readDoorOptions } from "../wsdl/door.ts";

export interface MockOptions extends OutsideOptions {
  readonly host: string;
  /** The port to listen on; 0 for a free one. */
  readonly port: number;
  /** Files or addresses of the served WSDLs. */
  readonly wsdls: readonly string[];
  readonly lax: boolean;
  /** Hosts in lower case that callbacks may be sent to, besides this machine. */
  readonly callbacks: readonly string[];
  /** The seed of the random numbers for `# @chance`. */
  readonly seed: string | undefined;
  readonly to: PassedTo | undefined;
  readonly out: string;
  /** The file to which requests are written; undefined for none. */
  readonly requests: string | undefined;
  /** Where the results of `# @expect` are written; undefined: only failed ones are reported, on standard error. */
  readonly report: string | undefined;
  /** Certificate and key of the service; undefined for http. */
  readonly certificate: Omit<CredentialFiles, "ca"> | undefined;
  /** The certificate authorities of clients; without any, clients need no certificate. */
  readonly clientAuthorities: readonly string[];
  readonly keys: KeyFiles;
  readonly door: DoorOptions;
  /** The origin whose pages may read responses. */
  readonly cors: string | undefined;
  /** Milliseconds that a request may take; 0: no limit. */
  readonly timeout: number;
  readonly maxBody: number;
  readonly maxConnections: number;
  readonly log: keyof typeof logs;
  readonly allowOutside: boolean;
  readonly operands: readonly string[];
}

export interface PassedTo {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
}

const logs = {
  text: "a line for each exchange",
  json: "a JSON object in each line",
  none: "only the address",
} as const;

function read(given: Arguments): MockOptions {
  const to = readAddress(given);
  const command: MockOptions = {
    host: given.last("host") ?? "127.0.0.1",
    port: readPort(given),
    wsdls: given.all("wsdl"),
    lax: given.has("lax"),
    callbacks: given.all("callbacks").map((host) => readHost(host, given)),
    seed: readSeed(given),
    to,
    out: given.last("out") ?? "recorded.soapmock",
    requests: given.last("requests"),
    report: given.last("report"),
    ...readCertificateFiles(given),
    clientAuthorities: given.all("client-ca"),
    door: readDoorOptions(given, { cert: "client-cert", key: "client-key" }),
    cors: readOrigin(given, to === undefined ? "*" : none),
    timeout: Math.min(readTimeout(given, 30) * 1000, longestTimer),
    maxBody: given.count("max-body", /^[1-9]\d{0,9}$/, "bytes") ?? defaultMockBody,
    maxConnections: given.count("max-connections", /^[1-9]\d{0,5}$/, "connections") ?? defaultMockConnections,
    log: given.choice("log", logs, "text"),
    ...readOutsideOptions(given),
    allowOutside: given.has("allow-outside"),
    operands: given.operands,
  };
  if (given.has("out") && to === undefined) given.refuse("--out requires --to.");
  if (given.operands.includes(standardInput)) given.refuse("Standard input can't be served. Specify a file.");
  if (given.operands.length === 0 && command.wsdls.length === 0 && to === undefined) {
    given.refuse("Nothing to serve. Specify a .soapmock file, --wsdl or --to.");
  }
  return command;
}

/** Reads the host of `--host`. The result has the form of a URL's host, but IPv6 addresses have no brackets. */
function readHost(typed: string, given: Arguments): string {
  const name = withBrackets(withoutBrackets(typed));
  const url = `http://${name}/`;
  const isHost = /^(?:[^:[\]/?#@\\*]+|\[[^\]]+\])$/.test(name) && URL.canParse(url);
  if (!isHost) given.refuse(`Invalid value for --callbacks: ${typed}. Use a host without a port.`);
  return isHost ? withoutBrackets(new URL(url).hostname) : "";
}

function readPort(given: Arguments): number {
  const typed = given.last("port") ?? "8080";
  if (!/^\d{1,5}$/.test(typed) || Number(typed) > 65_535) {
    given.refuse(`Invalid value for --port: ${typed}. Use a number from 0 to 65535.`);
  }
  return Number(typed);
}

function readAddress(given: Arguments): PassedTo | undefined {
  const typed = given.last("to");
  if (typed === undefined) return undefined;
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  const isOrigin = url && /^https?:$/.test(url.protocol) && `${url.pathname}${url.search}${url.hash}` === "/";
  if (!isOrigin || url.username !== "" || url.password !== "") {
    given.refuse("Invalid value for --to. Use an address without a path: http://HOST:PORT.");
    return undefined;
  }
  const scheme = url.protocol === "https:" ? "https" : "http";
  return { scheme, host: withoutBrackets(url.hostname), port: portOf(url) };
}

function readCertificateFiles(given: Arguments): Pick<MockOptions, "certificate" | "keys"> {
  const { keys, files } = readCertificateKeys(given);
  const certificate = files.cert === undefined && files.pfx === undefined ? undefined : files;
  if (given.has("client-ca") && !certificate) given.refuse("--client-ca requires --cert or --pfx.");
  return { certificate, keys };
}

/** The value of `--cors` for no origin. */
const none = "none";

function readOrigin(given: Arguments, otherwise: string): string | undefined {
  const typed = given.last("cors") ?? otherwise;
  if (typed === none) return undefined;
  if (!/^(?:\*|null|[a-z][a-z0-9+.-]*:\/\/[!-~]+)$/i.test(typed)) {
    given.refuse(`Invalid value for --cors: ${typed}. Use an origin such as https://HOST, * or ${none}.`);
  }
  return typed;
}

/** `--cert` and `--key` are the service's own. */
const { cert, key, ...others } = doorOptions;

export const mockUsage: Usage<MockOptions> = {
  command: "mock",
  operands: "[FILE|FOLDER]…",
  about: `Responds to requests as a service: with the responses of .soapmock files, in the order given, then with those of the
service at --to, which are recorded, then by the WSDLs; else with 404.

FOLDER: all .soapmock files in the folder and its subfolders. Files and WSDLs are read again when they change.`,
  options: {
    port: { short: "p", value: "N", help: "listen on this port: 8080 by default, 0 for a free one" },
    host: { value: "HOST", help: "listen on this address: 127.0.0.1 by default" },
    wsdl: { value: "FILE|URL", repeated: true, help: "respond to what no file responds to by this WSDL" },
    lax: { help: "respond also to requests that the WSDL doesn't allow" },
    callbacks: {
      value: "HOST",
      repeated: true,
      help: "also send responses to this host, if wsa:ReplyTo or wsa:FaultTo says so: by default, only to this machine",
    },
    seed: { value: "N", help: 'make the choices of "# @chance" the same each time' },
    to: { value: "URL", help: "pass on to this service what no file responds to, and record the responses" },
    out: { value: "FILE", help: "record to this new file: recorded.soapmock by default" },
    requests: { value: "FILE", help: "append each request to this .soaphttp file, and log how many errors it has" },
    report: { value: "FILE", help: 'write which "# @expect" of responses hold to this file when the service ends' },
    cert: { value: "FILE", help: "serve https with this certificate (PEM), with its key unless there is --key" },
    key: {
      ...keyOption.key,
      help: keyOption.key.help.replace("a key of the requests", "a key of the responses"),
    },
    pfx: {
      value: "FILE",
      help: "serve https with the certificate and key in this file (PKCS #12, JKS or JCEKS; FILE#ALIAS)",
    },
    "client-ca": {
      value: "FILE",
      repeated: true,
      help: "serve only clients with a certificate of these certificate authorities (PEM)",
    },
    ...others,
    "client-cert": cert,
    "client-key": { ...key, help: "for addresses: the key of --client-cert (PEM)" },
    cors: {
      value: "ORIGIN|none",
      help: "let pages of this origin read responses: * by default, none with --to. Responses of files never change",
    },
    timeout: { value: "SECONDS", help: "maximum time for a whole request: 30 by default, 0 for no limit" },
    "max-body": { value: "BYTES", help: "maximum size of a body, also when decoded: 10485760 by default" },
    "max-connections": { value: "N", help: "maximum number of clients: 1000 by default" },
    log: { value: "FORMAT", choices: logs, preset: "text", help: "" },
    ...outsideOptions,
    "allow-outside": {
      help: "also read files outside of the current folder and the .soapmock file's folder, and what a WSDL imports from elsewhere",
    },
  },
  notes: `Environment variables: SOAPHTTP_PASSPHRASE is the passphrase of the key of --cert, SOAPHTTP_PASSPHRASE_NAME that of --key NAME=FILE, SOAPHTTP_SECRET_NAME the value of
{{$secret name}}; HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY specify proxies for --to and for WSDLs.

Exit code: 0 after Ctrl-C or SIGTERM, 1 if a "# @expect" of a response doesn't hold then, 2 a usage error, nothing to serve, a file that can't be read or has an error, or a
port that is in use.`,
  read,
};
