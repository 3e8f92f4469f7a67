import type { Contract } from "../contract/contract.ts";
import { ContractResponder, type ContractResponderOptions } from "../mock/contract/contractResponder.ts";
import { errorsInServed } from "../rules/servedRequest.ts";

/** What responds to requests by WSDLs, and refuses those that have errors by the rules that authors see. */
export function contractResponder(
  contracts: readonly Contract[],
  options: Omit<ContractResponderOptions, "check">,
): ContractResponder {
  return new ContractResponder(contracts, { ...options, check: errorsInServed });
}
