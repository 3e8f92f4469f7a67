import type { Arguments } from "../arguments.ts";
import type { RuleSettings } from "../check/checkedFile.ts";
import { type ContractOptions, readContractOptions } from "../check/contractOptions.ts";
import { readRuleSettings } from "../check/ruleSettings.ts";
import { type KeyFiles, readKeys } from "../keys/keyOptions.ts";
import { type OptionTable, ofContracts, shared } from "../options.ts";
import type { Usage } from "../usage.ts";
import type { CredentialFiles } from "./credentials.ts";

const formats = {
  text: "the response with its body formatted, and notes about it",
  json: "an array with an object for each request: request, response, failure and times, all bytes as Base64",
  raw: "the bytes of the response, as received",
  har: "HTTP Archive 1.2, for other tools; secrets are redacted",
} as const;
const follows = ["never", "same-origin", "always"] as const;

/** How requests are sent, which `send` and `test` have in common: see `sendingOptions`. */
export interface SendingOptions {
  readonly asWritten: boolean;
  readonly yes: boolean;
  /** Seconds, for requests without `# @timeout`; 0: no limit. */
  readonly timeout: number;
  /** Undefined: the default. */
  readonly maxHeadBytes: number | undefined;
  readonly follow: (typeof follows)[number];
  readonly allowOutside: boolean;
  readonly allowUnencrypted: boolean;
  /** `host` or `host:port` in lower case: their certificates are not verified. */
  readonly insecureHosts: readonly string[];
  readonly credentials: CredentialFiles;
  readonly keys: KeyFiles;
  readonly environment: string | undefined;
  readonly rules: RuleSettings;
}

/** The values of the options. */
export interface SendCommand extends SendingOptions, ContractOptions {
  /** Whether requests that others need are not sent first. */
  readonly only: boolean;
  /** Whether the values of the requests are explained, and nothing is sent. */
  readonly explain: boolean;
  /** Whether errors and warnings in a response count. */
  readonly strict: boolean;
  readonly format: keyof typeof formats;
  /** At least one. */
  readonly operands: readonly string[];
}

function read(given: Arguments): SendCommand {
  const command: SendCommand = {
    format: given.choice("format", formats, "text"),
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
  return {
    follow: given.oneOf("follow", follows, "never"),
    ...readKeyFiles(given),
    timeout: given.count("timeout", /^\d{1,6}(?:\.\d+)?$/, "seconds") ?? defaultTimeout,
    maxHeadBytes: given.count("max-head", /^[1-9]\d{0,8}$/, "bytes"),
    rules: readRuleSettings(given),
    asWritten: given.has("as-written"),
    yes: given.has("yes"),
    allowOutside: given.has("allow-outside"),
    allowUnencrypted: given.has("allow-unencrypted"),
    environment: given.last("environment"),
    insecureHosts: given.all("insecure-host").map((host) => host.toLowerCase()),
  };
}

/** Seconds; the same as the setting `soaphttp.timeout`. */
const defaultTimeout = 60;

function readKeyFiles(given: Arguments): Pick<SendingOptions, "credentials" | "keys"> {
  const { named: keys, others } = readKeys(given);
  const [cert, key, pfx] = [given.last("cert"), others.at(-1), given.last("pfx")];
  if (pfx !== undefined && (cert !== undefined || key !== undefined)) {
    given.refuse("--pfx can't be combined with --cert and --key.");
  }
  if (key !== undefined && cert === undefined) given.refuse("--key requires --cert.");
  return { keys, credentials: { cert, key, pfx, ca: given.all("ca") } };
}

/** The options of `send` and `test` that control how requests are sent. */
export const sendingOptions = {
  "as-written": { help: "send requests even if they have errors" },
  environment: shared.environment,
  follow: {
    value: "WHICH",
    help: 'which redirects to follow: never (default), same-origin or always; a request can override this with "# @no-redirect"',
  },
  "allow-unencrypted": {
    help: "also follow redirects from https to http, where the request is sent unencrypted",
  },
  timeout: {
    value: "SECONDS",
    help: 'maximum time to wait for the first byte of the response, and then for each further byte: 60 by default, 0 for no limit; a request can override this with "# @timeout"',
  },
  "max-head": { value: "BYTES", help: "maximum size of the header section of a response: 65536 by default" },
  cert: { value: "FILE", help: "client certificate (PEM), with its key unless there is --key" },
  key: {
    value: "NAME=FILE",
    repeated: true,
    help: "a key of the requests, or certificates that are trusted (PEM or PKCS #12); without NAME=, the key of --cert (PEM)",
  },
  pfx: { value: "FILE", help: "client certificate with its key in one file (PKCS #12)" },
  ca: {
    value: "FILE",
    repeated: true,
    help: "trust the certificate authorities in FILE (PEM), in addition to the default ones",
  },
  "insecure-host": {
    value: "HOST",
    repeated: true,
    help: "don't verify the certificate of HOST or HOST:PORT",
  },
  profile: shared.profile,
  rule: shared.rule,
  ...ofContracts,
  yes: { short: "y", help: 'send requests that require confirmation ("# @note")' },
} as const satisfies OptionTable;

export const sendUsage: Usage<SendCommand> = {
  command: "send",
  operands: "FILE[:LINE|#NAME]…",
  about: `Sends the requests in .soaphttp and .http files byte for byte, one after the other, and shows the responses, with what is
wrong in them by HTTP, SOAP and the WSDL of the request.

FILE sends all requests of a file, FILE:LINE the request at that line, FILE#NAME the request with "# @name NAME".
.http and .rest files are read as REST Client and JetBrains' HTTP Client read them.
Use - for standard input. Nothing is sent unless all of these requests can be sent.

Requests whose responses they need are sent first, and the status line of each is printed on standard error.`,
  options: {
    "allow-outside": {
      help: "also use files outside of the current folder and the request's folder, and read WSDLs from there and from servers that --wsdl doesn't name",
    },
    format: { short: "f", value: "FORMAT", choices: formats, preset: "text", help: "" },
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
