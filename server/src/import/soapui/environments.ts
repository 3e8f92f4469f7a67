import * as l10n from "@vscode/l10n";
import type { CollectionEnvironment, Variable } from "../collection.ts";
import type { Item, Ledger } from "../ledger.ts";
import type { Interface } from "./context.ts";
import { attribute, child, childrenNamed, childText, type ProjectElement } from "./projectXml.ts";
import { type Property, propertiesOf } from "./properties.ts";
import { expanded, type PropertyScope } from "./scope.ts";

/* Environments of ReadyAPI, which override values of properties and addresses of interfaces. */

function environmentElements(root: ProjectElement): readonly ProjectElement[] {
  return [...childrenNamed(root, "environment"), ...childrenNamed(child(root, "environments"), "environment")];
}

/** The addresses of an environment by the names of interfaces. */
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

/** The address of an interface as a property. Interfaces with the same name and first address share it. */
interface Address {
  readonly iface: string;
  readonly property: Property;
  readonly others: ReadonlySet<string>;
}

/** The addresses of interfaces that environments replace: ReadyAPI's, and one for each further address. */
export class Addresses {
  readonly #byKey = new Map<string, Address>();
  /** Address properties by the names of interfaces. */
  readonly #byName = new Map<string, Property[]>();

  constructor(root: ProjectElement, interfaces: readonly Interface[]) {
    const replaced = new Set(environmentElements(root).flatMap((one) => [...addressesIn(one).keys()]));
    const others = new Map<string, Set<string>>();
    for (const iface of interfaces) {
      const own = others.get(keyOf(iface)) ?? new Set();
      others.set(keyOf(iface), own);
      for (const address of iface.endpoints) if (address !== iface.endpoints[0]) own.add(address);
    }
    for (const iface of interfaces) {
      const { name, endpoints } = iface;
      const own = others.get(keyOf(iface)) ?? new Set();
      const [first] = endpoints;
      if (first === undefined || this.property(iface) || (own.size === 0 && !replaced.has(name))) continue;
      const named = this.#byName.get(name) ?? [];
      const number = named.length === 0 ? "" : ` ${named.length + 1}`;
      const property = { name: `${name} address${number}`, value: first };
      named.push(property);
      this.#byName.set(name, named);
      this.#byKey.set(keyOf(iface), { iface: name, property, others: own });
    }
  }

  get all(): readonly Address[] {
    return [...this.#byKey.values()];
  }

  property(iface: Interface): Property | undefined {
    return this.#byKey.get(keyOf(iface))?.property;
  }

  propertiesNamed(name: string): readonly Property[] {
    return this.#byName.get(name) ?? [];
  }
}

function keyOf({ name, endpoints: [first = ""] }: Interface): string {
  return `${name}\n${first}`;
}

export function environmentsOf(
  root: ProjectElement,
  scope: PropertyScope,
  addresses: Addresses,
  ledger: Ledger,
): readonly CollectionEnvironment[] {
  const declared = environmentElements(root).map((environment): CollectionEnvironment => {
    const name = attribute(environment, "name") || "environment";
    const item = ledger.add("environment", "environment", [name]);
    const own = childrenNamed(environment, "property").map((property) => ({
      name: childText(property, "name") ?? "",
      value: childText(property, "value") ?? "",
    }));
    const variables = [...propertiesOf(environment), ...own].map((property) =>
      variableOf(property, ledger.add("property", "Environment", [name, property.name]), scope),
    );
    const replaced = [...addressesIn(environment)].flatMap(([iface, value]) =>
      addresses
        .propertiesNamed(iface)
        .map((property): Variable => ({ name: property.name, value: expanded(value, scope, item) })),
    );
    return { item, name, variables: [...variables, ...replaced] };
  });
  return [...declared, ...addressEnvironments(scope, addresses, ledger)];
}

/**
 * An environment for each further address of an interface. It is named after the host, so that interfaces with the same host
 * share it, or after the whole address if an interface has several addresses with the same host.
 */
function addressEnvironments(scope: PropertyScope, addresses: Addresses, ledger: Ledger) {
  const environments = new Map<string, { item: Item; name: string; variables: Variable[] }>();
  for (const { iface, property, others } of addresses.all) {
    const own = new Set<string>();
    for (const address of others) {
      const place = address.replace(/^\w+:\/\//, "").replace(/^[^/]*@/, "");
      const [host = place] = place.split("/", 1);
      const name = own.has(host) ? place : host;
      own.add(name);
      const item = ledger.add("environment", "endpoint", [iface, place]);
      item.partly(
        l10n.t("Requests have the first address of their interface. Choose the environment {0} to use it.", name),
      );
      const variable = { item, name: property.name, value: expanded(address, scope, item) };
      const environment = environments.get(name);
      if (environment) environment.variables.push(variable);
      else environments.set(name, { item, name, variables: [variable] });
    }
  }
  return [...environments.values()];
}

export function variableOf({ name, value }: Property, item: Item | undefined, scope: PropertyScope): Variable {
  return { item, name, value: expanded(value, scope, item) };
}
