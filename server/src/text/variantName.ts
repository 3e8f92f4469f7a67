/** A test that was made from a contract: its request is valid, or invalid in one way. */
export interface VariantName {
  /** `Add`, or `Port.Add`. */
  readonly operation: string;
  /** Whether a service must accept it. */
  readonly valid: boolean;
  /** What was varied: `maxInclusive`. */
  readonly kind: string;
}

/** Reads a name such as `Order.invalid.maxInclusive.1`; undefined for any other. */
export function variantOf(name: string): VariantName | undefined {
  const match = /^(.+)\.(valid|invalid)\.([\w-]+)\.\d+$/.exec(name);
  const [, operation, validity, kind] = match ?? [];
  return operation && kind ? { operation, valid: validity === "valid", kind } : undefined;
}
