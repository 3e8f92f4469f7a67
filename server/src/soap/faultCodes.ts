import { type Fact, type FactData, factsOf } from "../http/facts.ts";
import { faultCodes } from "./documentation.json";
import { envelopeNamespaces } from "./facts.ts";

/* Separate from the rest of the documentation, because the command line needs only these. */

const rowsByNamespace: Readonly<Record<string, readonly FactData<Fact>[]>> = faultCodes;
const byNamespace = new Map(Object.entries(rowsByNamespace).map(([uri, rows]) => [uri, factsOf(rows)]));

/** The fault codes in a namespace, in the order of their specification. */
export function faultCodeFacts(namespace: string): readonly Fact[] {
  return byNamespace.get(namespace) ?? [];
}

/** @param local may contain dots in SOAP 1.1 (`Client.Authentication`, section 4.4.1) */
export function faultCodeFact(namespace: string, local: string): Fact | undefined {
  const general = namespace === envelopeNamespaces["1.1"] ? local.split(".")[0] : local;
  return faultCodeFacts(namespace).find(({ name }) => name === general);
}
