import { Item } from "../ledger.ts";
import type { ProjectContext } from "./context.ts";
import { child, childText, isDisabled, type ProjectElement } from "./projectXml.ts";
import { Properties } from "./properties.ts";
import type { RequestStep } from "./requestSteps.ts";
import type { StepValues } from "./scope.ts";
import { soapBody } from "./soapRequest.ts";
import type { TransferStep } from "./transfers.ts";
import type { XPathPrefixes } from "./xpath.ts";

/** The columns of a data source by the names of its properties. */
export function columnsOf(typed: readonly string[], columns: readonly string[]): Properties {
  const byName = new Map(typed.map((name, index) => [name.toLowerCase(), columns[index] ?? name]));
  return new ColumnProperties(typed, byName);
}

class ColumnProperties extends Properties {
  readonly #columns: ReadonlyMap<string, string>;

  constructor(names: readonly string[], columns: ReadonlyMap<string, string>) {
    super(
      "",
      names.map((name) => ({ name, value: "" })),
    );
    this.#columns = columns;
  }

  override variable(name: string): string {
    return this.#columns.get(name.toLowerCase()) ?? name;
  }
}

/** An item that isn't in the summary, for parts that are read a second time. */
function unseenItem(): Item {
  return new Item("request", "", []);
}

/** What a request step has for others. */
export function exchangeValues({ request, iface, method }: RequestStep, context: ProjectContext): StepValues {
  let prefixes: XPathPrefixes | undefined;
  const credentials = child(request, "credentials");
  const endpoint = childText(request, "endpoint")?.trim() || iface?.endpoints[0];
  const values: [string, string | undefined][] = [
    ...(method?.parameters.map(({ name, value }): [string, string] => [name.toLowerCase(), value]) ?? []),
    ["endpoint", endpoint],
    ["username", childText(credentials, "username")],
  ];
  return {
    kind: "exchange",
    get prefixes() {
      prefixes ??= context.prefixes.of(method ? "" : soapBody(request, { context, item: unseenItem() }));
      return prefixes;
    },
    values: new Map(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))),
  };
}

/** A request step as transfers see it. */
export function transferStep({ request, method }: RequestStep, context: ProjectContext): TransferStep {
  const body = soapBody(request, { context, item: unseenItem() });
  const parameters = new Set(method?.parameters.map(({ name }) => name.toLowerCase()));
  return { body, parameters, prefixes: context.prefixes.of(method ? "" : body) };
}

/** A transfer without an equivalent as text. */
export function transferText(element: ProjectElement): string {
  const [source, target] = ["source", "target"].map((side) =>
    ["Step", "Type", "Path"]
      .map((part) => childText(element, side + part)?.trim())
      .filter(Boolean)
      .join(" # "),
  );
  const state = isDisabled(element) ? "disabled " : "";
  return `${state}transfer ${childText(element, "name") ?? ""}\nfrom ${source}\nto ${target}`;
}
