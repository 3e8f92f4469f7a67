/** The name of a test that was created from a contract. Its request is valid, or invalid in one way. */
export interface VariantName {
  /** Name of the operation: `Add`, or `Port.Add`. */
  readonly operation: string;
  readonly valid: boolean;
  /** What was varied in the request: `maxInclusive`. */
  readonly kind: string;
}

/** Reads a name such as `Order.invalid.maxInclusive.1`; undefined for other names. */
export function variantOf(name: string): VariantName | undefined {
  const match = /^(.+)\.(valid|invalid)\.([\w-]+)\.\d+$/.exec(name);
  const [, operation, validity, kind] = match ?? [];
  return operation && kind ? { operation, valid: validity === "valid", kind } : undefined;
}
