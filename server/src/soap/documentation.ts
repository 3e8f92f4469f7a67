import type { Fact } from "../http/facts.ts";
import { knownAttributes } from "./documentationOfAttributes.ts";
import { type KnownElement, soapElements } from "./documentationOfElements.ts";
import { extensionElements } from "./documentationOfExtensions.ts";
import { versionOfNamespace } from "./facts.ts";

/*
 * What the specifications say of the elements and attributes of SOAP messages: found by expanded names, so that it
 * holds whatever prefixes a message has.
 */

export type { KnownElement };

/** A name with its namespace; `""` for none. */
export interface ExpandedName {
  readonly namespace: string | undefined;
  readonly local: string;
}

/** An element of SOAP, WS-Addressing, WS-Security or XOP. The parts of a SOAP 1.1 Fault have no namespace of their own. */
export function elementFact({ namespace, local }: ExpandedName, parent?: ExpandedName): KnownElement | undefined {
  if (namespace === undefined) return undefined;
  const candidates = byName.get(keyOf(namespace, local)) ?? [];
  const within = parent && candidates.find((one) => one.parent === parent.local);
  if (namespace !== "") return within ?? candidates.find((one) => one.parent === undefined) ?? candidates[0];
  return parent?.local === "Fault" && versionOfNamespace(parent.namespace) === "1.1" ? within : undefined;
}

/** What may be in an element, in its order; empty where nothing is known of it. */
export function knownChildren(element: KnownElement): readonly KnownElement[] {
  return (element.children ?? []).flatMap(([namespace, local]) => elementFact({ namespace, local }, element) ?? []);
}

/** An attribute by its own expanded name; one without a namespace by the element that it stands on, too. */
export function attributeFact({ namespace, local }: ExpandedName, element?: ExpandedName): Fact | undefined {
  return knownAttributes.find(
    (one) =>
      one.name === local &&
      one.namespace === namespace &&
      (one.on === undefined || (one.on.namespace === element?.namespace && one.on.local === element?.local)),
  );
}

function keyOf(namespace: string, local: string): string {
  return `${namespace} ${local}`;
}

const byName = new Map<string, KnownElement[]>();
for (const one of [...soapElements, ...extensionElements]) {
  const key = keyOf(one.namespace, one.local);
  const known = byName.get(key);
  if (known) known.push(one);
  else byName.set(key, [one]);
}
