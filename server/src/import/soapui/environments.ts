import { isSecretHeader } from "../../text/secretNames.ts";
import type { CollectionEnvironment, Variable } from "../collection.ts";
import type { Item, Ledger } from "../ledger.ts";
import type { Interface } from "./context.ts";
import { attribute, child, childrenNamed, childText, type ProjectElement } from "./projectXml.ts";
import { type Property, propertiesOf } from "./properties.ts";
import { expanded, type PropertyScope } from "./scope.ts";

/*
 * The environments of ReadyAPI: other values of properties, and other addresses of interfaces.
 */

function environmentElements(root: ProjectElement): readonly ProjectElement[] {
  return [...childrenNamed(root, "environment"), ...childrenNamed(child(root, "environments"), "environment")];
}

/** The addresses of an environment, by the names of interfaces. */
function addressesIn(environment: ProjectElement): ReadonlyMap<string, string> {
  const services = environment.children.filter(({ name }) => /^(?:soap|rest)?service$/i.test(name));
  return new Map(
    services.flatMap((service) => {
      const endpoint = child(service, "endpoint");
      const address = (childText(endpoint, "endpoint") ?? endpoint?.text ?? "").trim();
      return address === "" ? [] : [[attribute(service, "name") || (childText(service, "name") ?? ""), address]];
    }),
  );
}

/** Properties of ours for the addresses that environments replace. */
export class Addresses {
  readonly #byInterface: ReadonlyMap<string, Property>;

  constructor(root: ProjectElement, interfaces: readonly Interface[]) {
    const replaced = new Set(environmentElements(root).flatMap((one) => [...addressesIn(one).keys()]));
    this.#byInterface = new Map(
      interfaces.flatMap(({ name, endpoints: [first] }) =>
        replaced.has(name) && first !== undefined ? [[name, { name: `${name} address`, value: first }]] : [],
      ),
    );
  }

  get properties(): readonly Property[] {
    return [...this.#byInterface.values()];
  }

  property({ name }: Pick<Interface, "name">): Property | undefined {
    return this.#byInterface.get(name);
  }
}

export function environmentsOf(
  root: ProjectElement,
  scope: PropertyScope,
  addresses: Addresses,
  ledger: Ledger,
): readonly CollectionEnvironment[] {
  return environmentElements(root).map((environment) => {
    const name = attribute(environment, "name") || "environment";
    const item = ledger.add("environment", "environment", [name]);
    const own = childrenNamed(environment, "property").map((one) => ({
      name: childText(one, "name") ?? "",
      value: childText(one, "value") ?? "",
    }));
    const variables = [...propertiesOf(environment), ...own].map((property) =>
      variableOf(property, ledger.add("property", "Environment", [name, property.name]), scope),
    );
    const replaced = [...addressesIn(environment)].flatMap(([iface, value]): Variable[] => {
      const property = addresses.property({ name: iface });
      return property ? [{ name: property.name, value: expanded(value, scope, item) }] : [];
    });
    return { item, name, variables: [...variables, ...replaced] };
  });
}

/** A property as a variable, a secret one if its name suggests it. */
export function variableOf({ name, value }: Property, item: Item | undefined, scope: PropertyScope): Variable {
  // Values with markup are parts of messages, in which they are written out.
  const isSecret = value !== "" && isSecretHeader(name) && !/[<&\r\n]/.test(value);
  return { item, name, value: expanded(value, scope, item), isSecret };
}
