import type { Arguments, OptionSpecs } from "../arguments.ts";

/** Which WSDLs are read. */
export interface ContractOptions {
  /** A file or an address. */
  readonly wsdl: string | undefined;
  readonly noWsdl: boolean;
}

export function readContractOptions(given: Arguments): ContractOptions {
  const options = { wsdl: given.last("wsdl"), noWsdl: given.has("no-wsdl") };
  if (options.wsdl !== undefined && options.noWsdl) given.refuse("Use either --wsdl or --no-wsdl.");
  return options;
}

export const contractSpecs = {
  wsdl: { type: "string" },
  "no-wsdl": { type: "boolean" },
} as const satisfies OptionSpecs;

export const contractHelp = `      --wsdl FILE            the WSDL of all requests, a file or an address (default: the one that a request or its
                             file names, or one of the *.wsdl files in the current folder and its subfolders)
      --no-wsdl              don't read any WSDL
`;
