import type { CollectionComment, CollectionFile, CollectionWsdl, ExtraFile, Text, Variable } from "../collection.ts";
import type { ImportTools } from "../result.ts";
import type { Lines } from "./lines.ts";
import { Names, requestName, variableName } from "./names.ts";
import type { Naming } from "./texts.ts";
import { Values } from "./values.ts";

export class ProjectContext {
  readonly values: Values;
  /** The paths of files and definitions, relative to the folder of the source. */
  readonly paths: ReadonlyMap<ExtraFile | CollectionWsdl, string>;
  /** Addresses of the project whose host is used. */
  readonly hosts = new Set<string>();
  readonly #variables = new Map<string, string>();
  readonly #taken = new Set<string>();
  #brace: string | undefined;

  readonly tools: ImportTools;

  constructor(
    variables: readonly Variable[],
    paths: ReadonlyMap<ExtraFile | CollectionWsdl, string>,
    tools: ImportTools,
  ) {
    this.tools = tools;
    this.values = new Values(variables);
    this.paths = paths;
  }

  /** Returns the same name for a variable of the source in all files and environments. */
  readonly variable = (name: string): string => {
    const variable = this.#variables.get(name);
    if (variable !== undefined) return variable;
    // A control character separates the name from a suffix that makes an added name unique.
    const wanted = variableName(name.split("\0", 1)[0] ?? "");
    let own = wanted;
    for (let count = 2; this.#taken.has(own); count++) own = `${wanted}-${count}`;
    this.#taken.add(own);
    this.#variables.set(name, own);
    return own;
  };

  readonly brace = (): string => {
    this.#brace ??= this.variable(braceVariable);
    return this.#brace;
  };

  /** The name of the variable whose value is an opening brace, if it is used. */
  get usedBrace(): string | undefined {
    return this.#brace;
  }
}

/** A key that can't be a name in a source, because these contain no control characters. */
const braceVariable = "brace\0";

/** Data that the segments of a file share, and definitions at the top of the file. */
export class FileContext implements Naming {
  readonly project: ProjectContext;
  readonly values: Values;
  readonly path: string;
  /** Addresses of the file whose host is used. */
  readonly hosts = new Set<string>();
  readonly additions: { readonly name: string; readonly value: Text }[] = [];
  /** The values of the variables that requests define, by name. */
  readonly defined = new Map<string, string>();
  /** Variables whose values replace their uses. */
  readonly writtenOut = new Set<Variable>();
  readonly #own: ReadonlySet<string>;
  readonly #used = new Set<string>();
  readonly #steps: ReadonlyMap<string, string>;

  constructor(
    project: ProjectContext,
    path: string,
    file: Pick<CollectionFile, "variables">,
    steps: ReadonlyMap<string, string>,
  ) {
    this.project = project;
    this.path = path;
    this.values = new Values(file.variables, project.values);
    this.#own = new Set(file.variables.map(({ name }) => name));
    this.#steps = steps;
  }

  variable(name: string): string {
    this.#used.add(name);
    return this.project.variable(name);
  }

  isUsed(name: string): boolean {
    return this.#used.has(name);
  }

  host(name: string): string {
    (this.#own.has(name) ? this.hosts : this.project.hosts).add(name);
    return `${this.variable(name)}.host`;
  }

  step(name: string): string {
    return this.#steps.get(name) ?? requestName(name, true);
  }

  brace(): string {
    return this.project.brace();
  }

  added(name: string, text: Text): string {
    const own = this.variable(`${name}\0${this.additions.length + 1}`);
    this.additions.push({ name: own, value: text });
    return own;
  }

  /** The path of a file relative to this file. */
  pathTo(file: ExtraFile | CollectionWsdl): string {
    return relativePath(this.path, this.project.paths.get(file) ?? "");
  }
}

function relativePath(from: string, to: string): string {
  const [own, target] = [from.split("/").slice(0, -1), to.split("/")];
  let same = 0;
  while (same < own.length && same < target.length - 1 && own[same] === target[same]) same++;
  const up = own.slice(same).map(() => "..");
  return [...(up.length > 0 ? up : ["."]), ...target.slice(same)].join("/");
}

/** The `# @name` of each step. If several steps have the same name, references refer to the first. */
export function stepNames(
  names: readonly string[],
  referred: ReadonlySet<string>,
): { readonly own: readonly string[]; readonly byName: ReadonlyMap<string, string> } {
  const taken = new Names();
  const byName = new Map<string, string>();
  const own = names.map((name) => {
    const written = taken.take(requestName(name, referred.has(name)));
    if (!byName.has(name)) byName.set(name, written);
    return written;
  });
  return { own, byName };
}

/** Writes lines `# | text`, which can't be mistaken for directives or separators. */
export function writeComment(lines: Lines, { item, text }: CollectionComment): void {
  if (item) lines.mark(item, "kept");
  for (const line of text.replaceAll("\0", " ").split(/\r\n|[\r\n\u2028\u2029]/)) {
    lines.add(line === "" ? "# |" : `# | ${line}`);
  }
}
