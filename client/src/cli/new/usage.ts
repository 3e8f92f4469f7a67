import type { Extent } from "../../../../server/src/contract/contract.ts";
import type { Arguments } from "../arguments.ts";
import type { Usage } from "../usage.ts";

export interface NewOptions {
  readonly service: string | undefined;
  readonly port: string | undefined;
  readonly operations: readonly string[];
  readonly all: boolean;
  readonly extent: Extent;
  readonly mtom: boolean;
  readonly list: boolean;
  readonly format: "text" | "json";
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
  return {
    service: given.last("service"),
    port: given.last("port"),
    operations: given.all("operation"),
    all: given.has("all"),
    extent: given.has("required") ? "required" : given.has("optional") ? "optional" : "parameters",
    mtom: given.has("mtom"),
    list: given.has("list"),
    format: given.oneOf("format", ["text", "json"], "text"),
    out: given.last("out"),
    allowOutside: given.has("allow-outside"),
    wsdl,
  };
}

export const newUsage: Usage<NewOptions> = {
  command: "new",
  options: {
    service: { type: "string", short: "s" },
    port: { type: "string", short: "p" },
    operation: { type: "string", short: "o" },
    all: { type: "boolean", short: "a" },
    required: { type: "boolean" },
    optional: { type: "boolean" },
    mtom: { type: "boolean" },
    list: { type: "boolean", short: "l" },
    format: { type: "string", short: "f" },
    out: { type: "string" },
    "allow-outside": { type: "boolean" },
    help: { type: "boolean", short: "h" },
  },
  read,
  help: `Usage: soaphttp new [OPTION]… WSDL

Writes requests for the operations of a service: with the right address, action, namespaces and byte count, and with
sample values that are valid.

WSDL is a file or an address (WSDL 1.1 or 2.0). What it imports is read, too.

Options
  -s, --service NAME     only the operations of this service
  -p, --port NAME        only the operations of this port
  -o, --operation NAME   only this operation; can be repeated
  -a, --all              all operations
      --required         only elements that are required (default: also the optional parameters of the operation)
      --optional         all optional elements
      --mtom             binary values and attachments as parts of multipart messages (MTOM); lines end with CRLF
  -l, --list             list the operations instead
  -f, --format FORMAT    of the list: text (default) or json, an array of {service, port, binding, version, style,
                         operation, action, address, input, output}
      --out FILE         write the requests to this file, which must not exist yet
      --allow-outside    read imported files outside of the current folder and the WSDL's folder, and from other servers
  -h, --help             show this text

Without --operation and --all, a service with several operations is listed.

Exit code: 0 success, 2 wrong usage, or a WSDL that can't be read.
`,
};
