import type { Arguments } from "../arguments.ts";

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
