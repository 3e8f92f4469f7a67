/** A step of a path such as `//m:Row[1]/@id`. */
export interface Step {
  /** Whether it follows `//`. */
  readonly isDeep: boolean;
  readonly kind: "element" | "attribute" | "text";
  /** The prefix; `*` for any namespace, undefined for no namespace. */
  readonly prefix: string | undefined;
  /** The local name; `*` for any name. */
  readonly local: string;
  /** The position among the children of one parent that the step finds, counted from 1; undefined for all. */
  readonly position: number | undefined;
}

/** The steps of a path of names, which needs no XPath library. `undefined` for other expressions, valid or not. */
export function readSteps(expression: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < expression.length) {
    const [matched, slashes, attribute, prefix, local = "", test, position] = step.exec(expression) ?? [];
    const isAfterAttribute = steps.at(-1)?.kind === "attribute";
    if (matched === undefined || isAfterAttribute || (attribute && position !== undefined)) return undefined;
    if ((prefix === "*" && local === "*") || builtIn.test(prefix ?? "")) return undefined;
    steps.push({
      isDeep: slashes === "//",
      kind: test ? "text" : attribute ? "attribute" : "element",
      prefix: local === "*" ? (prefix ?? "*") : prefix,
      local,
      position: position === undefined ? undefined : Number(position),
    });
  }
  return steps.length > 0 ? steps : undefined;
}

const step = /(\/\/?)(?:(@?)(?:(\*|[A-Za-z_][\w.-]*):)?(\*|[A-Za-z_][\w.-]*)|(text\(\)))(?:\[(\d+)\])?(?=\/|$)/y;

/** Prefixes that XPath 3.1 or the library declares. */
const builtIn = /^(?:xml|xs|fn|map|array|math|local|err|output|fontoxpath)$/;
