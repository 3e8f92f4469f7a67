import type { Extent } from "../../../../server/src/contract/contract.ts";
import { defaultLimit } from "../../../../server/src/service/languageService.ts";
import type { Arguments } from "../arguments.ts";
import type { Usage } from "../usage.ts";

export interface NewOptions {
  readonly service: string | undefined;
  readonly port: string | undefined;
  readonly operations: readonly string[];
  readonly all: boolean;
  readonly extent: Extent;
  readonly mtom: boolean;
  /** Tests instead of samples; undefined for samples. */
  readonly variants: keyof typeof variants | undefined;
  /** Maximum tests of an operation. */
  readonly limit: number;
  readonly seed: number;
  readonly list: boolean;
  readonly format: keyof typeof formats;
  /** A file that doesn't exist yet. */
  readonly out: string | undefined;
  readonly allowOutside: boolean;
  /** A file or an address. */
  readonly wsdl: string;
}

function read(given: Arguments): NewOptions {
  const [wsdl = "", ...more] = given.operands;
  if (wsdl === "") given.refuse("Missing WSDL. Specify a file or an address.");
  if (more.length > 0) given.refuse("Specify one WSDL.");
  if (given.has("required") && given.has("optional")) given.refuse("Use either --required or --optional.");
  const isTests = given.last("variants") !== undefined;
  if (isTests && (given.has("required") || given.has("optional") || given.has("mtom"))) {
    given.refuse("--variants can't be combined with --required, --optional and --mtom.");
  }
  if (!isTests && (given.last("limit") !== undefined || given.last("seed") !== undefined)) {
    given.refuse("--limit and --seed require --variants.");
  }
  return {
    service: given.last("service"),
    port: given.last("port"),
    operations: given.all("operation"),
    all: given.has("all"),
    extent: given.has("required") ? "required" : given.has("optional") ? "optional" : "parameters",
    mtom: given.has("mtom"),
    variants: isTests ? given.choice("variants", variants, "all") : undefined,
    limit: given.count("limit", /^[1-9]\d{0,4}$/, "requests") ?? defaultLimit,
    seed: given.count("seed", /^\d{1,9}$/, "at most nine digits") ?? 0,
    list: given.has("list"),
    format: given.choice("format", formats, "text"),
    out: given.last("out"),
    allowOutside: given.has("allow-outside"),
    wsdl,
  };
}

const variants = {
  valid: "requests that the service must accept",
  invalid: "requests that the service must refuse",
  all: "both",
} as const;

const formats = {
  text: "a table",
  json: "an array of {service, port, binding, version, style, operation, action, address, input, output}",
} as const;

export const newUsage: Usage<NewOptions> = {
  command: "new",
  operands: "WSDL",
  about: `Writes requests for the operations of a service: with the right address, action, namespaces and byte count, and with
sample values that are valid.

WSDL is a file or an address: WSDL 1.1 or 2.0, or the description of a UPnP device. What it imports is read, too.`,
  options: {
    service: { short: "s", value: "NAME", help: "only the operations of this service" },
    port: { short: "p", value: "NAME", help: "only the operations of this port" },
    operation: { short: "o", value: "NAME", repeated: true, help: "only this operation" },
    all: { short: "a", help: "all operations" },
    required: { help: "only elements that are required (default: also the optional parameters of the operation)" },
    optional: { help: "all optional elements" },
    mtom: { help: "binary values and attachments as parts of multipart messages (MTOM); lines end with CRLF" },
    variants: {
      value: "KIND",
      choices: variants,
      help: "tests from the schema instead of samples, each request with one reason in its name",
    },
    limit: {
      value: "N",
      help: "with --variants: at most N requests for each operation (default: 200), of each kind some",
    },
    seed: { value: "N", help: "with --variants: which requests of a kind --limit leaves out (default: 0)" },
    list: { short: "l", help: "list the operations instead" },
    format: { short: "f", value: "FORMAT", choices: formats, preset: "text", help: "the format of the list" },
    out: { value: "FILE", help: "write the requests to this file, which must not exist yet" },
    "allow-outside": {
      help: "read imported files outside of the current folder and the WSDL's folder, and from other servers",
    },
  },
  notes: `Without --operation and --all, a service with several operations is listed.

Exit code: 0 success, 2 a usage error, or a WSDL that can't be read.`,
  read,
};
