import type { BoundMessage, MessagePart } from "../wsdl/model.ts";
import { anyAttributes, anyType, group } from "../xsd/anyType.ts";
import type { ComplexType, ElementDeclaration, Particle, QName, Type } from "../xsd/components.ts";
import type { Schemas } from "../xsd/schemas.ts";

const none: ReadonlySet<never> = new Set();
const wrappers = new WeakMap<BoundMessage, RpcWrapper>();

interface RpcWrapper {
  /** The declaration with one element without a namespace for each part; encoded parts have any order. */
  readonly declared: ElementDeclaration;
  /** The declaration that messages are checked by: any content if encoded, because `encodedProblems` checks it. */
  readonly checked: ElementDeclaration;
}

/** The element around the parts of an rpc message (WSDL 1.1 section 3.5). */
export function rpcWrapper(name: QName, message: BoundMessage, schemas: Schemas): RpcWrapper {
  const cached = wrappers.get(message);
  if (cached) return cached;
  const isEncoded = message.use === "encoded";
  const particles = message.parts.map((part) => particleOf(part, schemas));
  const around = (particle: Particle) => {
    const type: ComplexType = {
      ...anyType,
      name: undefined,
      base: anyType,
      anyAttribute: isEncoded ? anyAttributes : undefined,
      // Whitespace is allowed in a message without parts.
      content: { kind: "elements", mixed: false, particle },
    };
    return accessor(name, type, message.source);
  };
  const declared = around(group(isEncoded ? "all" : "sequence", particles));
  const wrapper = { declared, checked: isEncoded ? around(unchecked) : declared };
  wrappers.set(message, wrapper);
  return wrapper;
}

const unchecked: Particle = {
  min: 0,
  max: Number.POSITIVE_INFINITY,
  source: undefined,
  term: { kind: "wildcard", process: "skip", namespaces: "any", source: undefined },
};

function particleOf(part: MessagePart, schemas: Schemas): Particle {
  const declared = part.type ? schemas.type(part.type) : part.element && schemas.element(part.element)?.type;
  const term = accessor({ namespace: "", local: part.name }, declared ?? anyType, part.source);
  return { min: 1, max: 1, source: undefined, term };
}

/** The declaration of a value in an rpc message, which no schema declares. */
export function accessor(name: QName, type: Type, source: ElementDeclaration["source"]): ElementDeclaration {
  return {
    kind: "element",
    name,
    global: false,
    type,
    nillable: true,
    abstract: false,
    given: undefined,
    substitutes: undefined,
    block: none,
    constraints: [],
    plainTest: undefined,
    source,
  };
}
