import type { Wildcard } from "./components.ts";

type Namespaces = Wildcard["namespaces"];

/** Whether a wildcard accepts names in a namespace: "" is no namespace. Undefined (of an undeclared prefix) may be any namespace. */
export function accepts(namespaces: Namespaces, namespace: string | undefined): boolean {
  if (namespaces === "any" || namespace === undefined) return true;
  return "in" in namespaces ? namespaces.in.includes(namespace) : !namespaces.not.includes(namespace);
}

/** Accepts what either accepts, processed like the first (XML Schema part 1, section 3.10.6, Wildcard Union). */
export function united(own: Wildcard, inherited: Wildcard): Wildcard {
  return { ...own, namespaces: union(own.namespaces, inherited.namespaces) };
}

/** A wildcard that accepts what both wildcards accept. Its processing is that of the first (Attribute Wildcard Intersection). */
export function intersected(first: Wildcard, second: Wildcard): Wildcard {
  return { ...first, namespaces: intersection(first.namespaces, second.namespaces) };
}

function union(a: Namespaces, b: Namespaces): Namespaces {
  if (a === "any" || b === "any") return "any";
  if ("in" in a) return "in" in b ? { in: [...new Set([...a.in, ...b.in])] } : union(b, a);
  const not = a.not.filter((one) => ("in" in b ? !b.in.includes(one) : b.not.includes(one)));
  return not.length === 0 ? "any" : { not };
}

function intersection(a: Namespaces, b: Namespaces): Namespaces {
  if (a === "any") return b;
  if (b === "any") return a;
  if ("in" in a) return { in: a.in.filter((one) => ("in" in b ? b.in.includes(one) : !b.not.includes(one))) };
  return "in" in b ? intersection(b, a) : { not: [...new Set([...a.not, ...b.not])] };
}
