import { withoutBrackets } from "../../transport/authority.ts";
import type { Arguments } from "../arguments.ts";
import type { CredentialFiles } from "../credentials.ts";
import type { ListeningPlace } from "../mock/listening.ts";
import type { OptionTable } from "../options.ts";
import { type OutsideOptions, outsideOptions, readOutsideOptions } from "../outside.ts";
import { type ProxyOption, readProxy } from "../proxyOption.ts";
import {
  type ContractOptions,
  catalogOption,
  contractOptions,
  type KeyFiles,
  keyOption,
  outsideFiles,
  type RuleSettings,
  readCertificateKeys,
  readContractOptions,
  readRuleSettings,
  readSeed,
  readTimeout,
  ruleOptions,
  timeoutOption,
} from "../sharedOptions.ts";
import type { Usage } from "../usage.ts";
import { type Overrides, overrideOptions, readOverrides } from "./overrides.ts";

export const sendFormats = {
  text: "the response with its body formatted, and notes about it",
  json: "an array with an object for each request: request, response, failure and times, all bytes as Base64",
  raw: "the bytes of the response, as received",
  har: "HTTP Archive 1.2, for other tools; secrets are redacted",
} as const;
const follows = ["never", "same-origin", "always"] as const;

/** The options for sending requests that `send` and `test` have in common: see `sendingOptions`. */
export interface SendingOptions extends OutsideOptions, Overrides {
  readonly asWritten: boolean;
  readonly yes: boolean;
  readonly seed: string | undefined;
  /** Timeout in seconds for requests without `# @timeout`; 0: no limit. */
  readonly timeout: number;
  /** Maximum bytes of a response's header section; undefined for the default. */
  readonly maxHeadBytes: number | undefined;
  readonly follow: (typeof follows)[number];
  readonly allowOutside: boolean;
  readonly allowUnencrypted: boolean;
  /** Hosts whose certificates are not verified: `host` or `host:port` in lower case. */
  readonly insecureHosts: readonly string[];
  /** The folder for the files of `# @save`; undefined for the folder of the requests. */
  readonly saveTo: string | undefined;
  readonly overwrite: boolean;
  readonly credentials: CredentialFiles;
  /** The command that prints a secret; `{name}` in it is the secret's name. */
  readonly secretCommand: string | undefined;
  readonly proxy: ProxyOption;
  readonly catalogs: readonly string[];
  readonly keys: KeyFiles;
  /** The folder of the npm package kerberos. */
  readonly kerberosModule: string | undefined;
  readonly rules: RuleSettings;
  readonly mockFiles: readonly string[];
  /** The host and port that receive the requests of `# @receive`. */
  readonly listen: ListeningPlace;
}

export interface SendCommand extends SendingOptions, ContractOptions {
  readonly only: boolean;
  readonly explain: boolean;
  readonly strict: boolean;
  readonly format: keyof typeof sendFormats;
  readonly operands: readonly string[];
  /** The text to send, if the only operand isn't a file. */
  readonly text?: string;
}

function read(given: Arguments): SendCommand {
  const command: SendCommand = {
    format: given.choice("format", sendFormats, "text"),
    ...readSendingOptions(given),
    ...readContractOptions(given),
    only: given.has("only"),
    explain: given.has("explain"),
    strict: given.has("strict"),
    operands: given.operands,
  };
  if (given.operands.length === 0) given.refuse("Missing request: FILE, FILE:LINE or FILE#NAME.");
  return command;
}

export function readSendingOptions(given: Arguments): SendingOptions {
  // Of several wrong options, the first that is read is reported.
  const follow = given.oneOf("follow", follows, "never");
  const { keys, files } = readCertificateKeys(given);
  return {
    follow,
    keys,
    credentials: { ...files, ca: given.all("ca") },
    timeout: readTimeout(given),
    maxHeadBytes: given.count("max-head", /^[1-9]\d{0,8}$/, "bytes"),
    rules: readRuleSettings(given),
    mockFiles: given.all("mock"),
    listen: readListen(given),
    asWritten: given.has("as-written"),
    yes: given.has("yes"),
    seed: readSeed(given),
    allowOutside: given.has("allow-outside"),
    allowUnencrypted: given.has("allow-unencrypted"),
    ...readOutsideOptions(given),
    ...readOverrides(given),
    secretCommand: given.last("secret-command"),
    proxy: readProxy(given),
    catalogs: given.all("catalog"),
    kerberosModule: given.last("kerberos-module"),
    saveTo: given.last("save-to"),
    overwrite: given.has("overwrite"),
    insecureHosts: given.all("insecure-host").map((host) => host.toLowerCase()),
  };
}

function readListen(given: Arguments): ListeningPlace {
  const typed = given.last("listen") ?? "127.0.0.1:0";
  const [, host = "", port = ""] = /^(\[[\d:a-f.]+\]|[\w.-]+):(\d{1,5})$/i.exec(typed) ?? [];
  if (host === "" || Number(port) > 65_535)
    given.refuse(`Invalid value for --listen: ${typed}. Use HOST:PORT; port 0 is a free one.`);
  return { host: withoutBrackets(host), port: Number(port) };
}

/** The options of `send` and `test` that control how requests are sent. */
export const sendingOptions = {
  "as-written": { help: "send requests even if they have errors" },
  ...outsideOptions,
  ...overrideOptions,
  mock: {
    value: "FILE",
    repeated: true,
    help: "start a mock service with this .soapmock file or WSDL while requests are sent: {{mock.NAME}}, by the file's name, is its host and port, and {{mock}} if it is the only one",
  },
  listen: {
    value: "HOST:PORT",
    help: 'where the requests of "# @receive" come to, which {{callback.address}} is: a free port of 127.0.0.1 by default, which only this machine reaches',
  },
  follow: {
    value: "WHICH",
    help: 'which redirects to follow: never (default), same-origin or always; a request can override this with "# @no-redirect"',
  },
  "allow-unencrypted": {
    help: "also follow redirects from https to http, where the request is sent unencrypted",
  },
  ...timeoutOption,
  "max-head": { value: "BYTES", help: "maximum size of the header section of a response: 65536 by default" },
  cert: { value: "FILE", help: "client certificate (PEM), with its key unless there is --key" },
  ...keyOption,
  pfx: { value: "FILE", help: "client certificate with its key in one file (PKCS #12, JKS or JCEKS; FILE#ALIAS)" },
  ca: {
    value: "FILE",
    repeated: true,
    help: "trust the certificate authorities in FILE (PEM), in addition to the default ones",
  },
  "secret-command": {
    value: "COMMAND",
    help: "a program that prints the value of a secret without an environment variable, such as 'vault kv get -field={name} secret/app'; run without a shell",
  },
  proxy: {
    value: "URL",
    help: "send through this proxy, http://, https://, socks5:// or socks5h://, instead of HTTPS_PROXY, HTTP_PROXY and ALL_PROXY; NO_PROXY applies",
  },
  pac: {
    value: "FILE",
    help: "send through the proxies that this script (PAC) chooses, a file or an http(s) address; NO_PROXY applies",
  },
  "kerberos-module": { value: "FOLDER", help: 'the npm package kerberos, for "# @auth negotiate"' },
  "insecure-host": {
    value: "HOST",
    repeated: true,
    help: "don't verify the certificate of HOST or HOST:PORT",
  },
  "save-to": { value: "FOLDER", help: 'write the files of "# @save" to FOLDER instead of the folder of the requests' },
  overwrite: { help: 'replace existing files by "# @save"' },
  ...ruleOptions,
  ...contractOptions,
  ...catalogOption,
  seed: {
    value: "N",
    help: 'make the random values of a run the same each time, instead of "# @seed"; not random bytes, nonces and keys',
  },
  yes: { short: "y", help: 'send requests that require confirmation ("# @note")' },
} as const satisfies OptionTable;

export const sendUsage: Usage<SendCommand> = {
  command: "send",
  operands: "FILE[:LINE|#NAME]…",
  about: `Sends the requests in .soaphttp and .http files byte for byte, one after the other, and shows the responses, with what is
wrong in them by HTTP, SOAP and the WSDL of the request.

FILE sends all requests of a file, FILE:LINE the request at that line, FILE#NAME the request with "# @name NAME".
In a Markdown file, a block that is fenced as soaphttp is a file of its own: README.md#add finds a name in any of them.
.http and .rest files are read as REST Client and JetBrains' HTTP Client read them.
Use - for standard input. Nothing is sent unless all of these requests can be sent.

Requests whose responses they need are sent first, and the status line of each is printed on standard error.`,
  options: {
    ...outsideFiles,
    format: { short: "f", value: "FORMAT", choices: sendFormats, preset: "text", help: "" },
    ...sendingOptions,
    only: { help: "don't send first what the requests need" },
    explain: { help: "print how the values of the requests are computed, step by step, and send nothing" },
    strict: { help: "exit code 1 also for a response with an error or a warning" },
  },
  notes: `Environment variables: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY specify proxies, NODE_EXTRA_CA_CERTS a file with
additional certificate authorities, SOAPHTTP_PASSPHRASE the passphrase of the client certificate's key, and
SOAPHTTP_PASSPHRASE_NAME that of the key NAME. If one isn't set, the command asks for it on the terminal.

Exit code: 0 all responses have a 2xx status and no Fault, 1 a Fault or another status (with --strict also an error or a
warning), 2 a usage error or a request with errors, 3 a request without a complete response. A request that needs one
without success is not sent and counts like that one.`,
  read,
};
