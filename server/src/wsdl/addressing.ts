import type { SourceElement } from "../xsd/document.ts";

/** The action that WSDL gives for an input, an output or a fault: `wsam:Action`, or the attribute of a draft. */
export function explicitAction({ attributes }: SourceElement): string | undefined {
  for (const [name, { value }] of attributes) {
    if (name.endsWith("}Action") && name.includes("addressing")) return value.trim();
  }
  return undefined;
}

/** Web Services Addressing 1.0 - Metadata, sections 4.4.2 and 4.4.4. */
export function defaultAction(targetNamespace: string, ...names: readonly string[]): string {
  const delimiter = /^urn:/i.test(targetNamespace) ? ":" : "/";
  const start = targetNamespace.endsWith("/") && delimiter === "/" ? targetNamespace : targetNamespace + delimiter;
  return start + names.join(delimiter);
}
