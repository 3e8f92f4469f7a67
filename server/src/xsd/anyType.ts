import type { ComplexType, ModelGroup, Particle, Wildcard } from "./components.ts";
import { xsdNamespace } from "./declarations.ts";

const anyElements: Wildcard = { kind: "wildcard", process: "lax", namespaces: "any", source: undefined };
/** A wildcard that accepts any attributes. */
export const anyAttributes: Wildcard = anyElements;

/** A model group that accepts any number of any elements. */
export const anyContent = group("sequence", [
  { min: 0, max: Number.POSITIVE_INFINITY, term: anyElements, source: undefined },
]);

export const emptyParticle = group("sequence", []);

/** The base of all types (XML Schema part 1, section 3.4.7). Also replaces unknown types. */
export const anyType: ComplexType = {
  ...{ kind: "complex", name: { namespace: xsdNamespace, local: "anyType" }, source: undefined, base: undefined },
  derivation: "restriction",
  abstract: false,
  block: new Set<string>(),
  content: {
    kind: "elements",
    mixed: true,
    particle: anyContent,
  },
  attributes: new Map(),
  anyAttribute: anyAttributes,
};

/** A model group that occurs once. */
export function group(compositor: ModelGroup["compositor"], particles: readonly Particle[]) {
  return { min: 1, max: 1, term: { kind: "group" as const, compositor, particles }, source: undefined };
}
