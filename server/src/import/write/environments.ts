import type { CollectionEnvironment, Text, Variable } from "../collection.ts";
import type { Item } from "../ledger.ts";
import { hostOf } from "./address.ts";
import type { ProjectContext } from "./context.ts";
import { Lines } from "./lines.ts";
import { Names } from "./names.ts";
import type { Naming } from "./texts.ts";
import { insertionText, merged } from "./texts.ts";
import { Values } from "./values.ts";

export const environmentFile = "http-client.env.json";
export const privateEnvironmentFile = "http-client.private.env.json";

/** The two environment files with the variables of a project and its environments. A file without content is undefined. */
export function writeEnvironments(
  shared: readonly Variable[],
  environments: readonly CollectionEnvironment[],
  project: ProjectContext,
): { readonly shared: string | undefined; readonly secret: string | undefined } {
  const naming = namingOf(project);
  const names = new Names();
  const all: readonly NamedEnvironment[] = [
    { name: names.take("$shared"), variables: shared },
    ...environments.map(({ item, name, variables }) => {
      return { name: names.take(name.replace(/^\$/, "_").trim() || "unnamed"), variables, item };
    }),
  ];
  const open = all.map((one) => ({ ...one, entries: entriesOf(one, shared, project, naming) }));
  const hidden = all.map(({ name, variables }) => ({
    name,
    entries: variables.filter(({ isSecret }) => isSecret).map((one) => entryOf(one, naming)),
  }));
  // All values have been written, so it is known whether one of them uses the brace.
  const brace = project.usedBrace;
  const withBrace = open.map(({ entries, ...environment }, at) =>
    at === 0 && brace
      ? { ...environment, entries: [...entries, { name: brace, value: "{" }] }
      : { ...environment, entries },
  );
  return {
    shared: written(
      environmentFile,
      withBrace.filter(({ entries, item }) => entries.length > 0 || item),
    ),
    secret: written(
      privateEnvironmentFile,
      hidden.filter(({ entries }) => entries.length > 0),
    ),
  };
}

/** The names of the variables in the private environment. */
export function secretNames(variables: readonly Variable[], project: ProjectContext): readonly string[] {
  return [...new Set(variables.filter(({ isSecret }) => isSecret).map(({ name }) => project.variable(name)))];
}

interface NamedEnvironment {
  readonly name: string;
  readonly variables: readonly Variable[];
  readonly item?: Item;
}

interface Entry {
  readonly name: string;
  readonly value: string;
  readonly item?: Item | undefined;
}

/** The variables that aren't secret, and the hosts of addresses. */
function entriesOf(
  { variables }: NamedEnvironment,
  shared: readonly Variable[],
  project: ProjectContext,
  naming: Naming,
): readonly Entry[] {
  const values = new Values(variables, new Values(shared));
  const own = new Map(variables.map((one) => [one.name, one]));
  return [...own.values()]
    .filter(({ isSecret }) => !isSecret)
    .flatMap((variable) => {
      const entry = entryOf(variable, naming);
      if (!project.hosts.has(variable.name)) return [entry];
      const host = hostOf(variable.value, values.lookup);
      return [entry, { name: `${entry.name}.host`, value: valueText(host, naming) }];
    });
}

function entryOf({ item, name, value }: Variable, naming: Naming): Entry {
  return { item, name: naming.variable(name), value: valueText(value, naming) };
}

function valueText(value: Text, naming: Naming): string {
  return merged(value)
    .map((part) =>
      typeof part === "string"
        ? part.replace(/\{\{(?=[A-Za-z_$])/g, () => `{{${naming.brace()}}}{`)
        : insertionText(part, naming),
    )
    .join("");
}

function namingOf(project: ProjectContext): Naming {
  return {
    variable: project.variable,
    host: (name) => `${project.variable(name)}.host`,
    step: (name) => name,
    brace: project.brace,
    added: (name) => project.variable(name),
  };
}

/** JSON with a line for each variable. */
function written(
  file: string,
  environments: readonly {
    readonly name: string;
    readonly item?: Item | undefined;
    readonly entries: readonly Entry[];
  }[],
): string | undefined {
  if (environments.length === 0) return undefined;
  const lines = new Lines();
  lines.add("{");
  for (const [at, { name, item, entries }] of environments.entries()) {
    const comma = at === environments.length - 1 ? "" : ",";
    lines.add(`  ${JSON.stringify(name)}: {${entries.length === 0 ? `}${comma}` : ""}`, item);
    for (const [index, entry] of entries.entries()) {
      const end = index === entries.length - 1 ? "" : ",";
      lines.add(`    ${JSON.stringify(entry.name)}: ${JSON.stringify(entry.value)}${end}`, entry.item);
    }
    if (entries.length > 0) lines.add(`  }${comma}`);
  }
  lines.add("}");
  lines.place(file);
  return lines.text;
}
