import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { grammars as others } from "tm-grammars";
import onigurumaModule from "vscode-oniguruma";
import textmateModule, { type IGrammar, type Registry, type StateStack } from "vscode-textmate";

/** VS Code's engine with the contributed grammars, and VS Code's own for embedded languages. */
export interface Grammars {
  readonly registry: Registry;
  load(scope: string): Promise<IGrammar>;
  /** The number of searches of a scanner for its next match: the cost of a line in steps. */
  scans(): number;
}

interface ContributedGrammar {
  readonly scopeName: string;
  readonly path: string;
  readonly injectTo?: readonly string[];
  readonly language?: string;
  readonly embeddedLanguages?: Readonly<Record<string, string>>;
}

export interface Contributions {
  readonly languages: readonly {
    readonly id: string;
    readonly configuration: string;
    readonly icon?: { readonly light: string; readonly dark: string };
  }[];
  readonly grammars: readonly (ContributedGrammar & {
    readonly embeddedLanguages?: Readonly<Record<string, string>>;
  })[];
}

const require = createRequire(import.meta.url);

/** The tests run in the project's root folder. */
export const root = resolve(".");

export async function contributions(): Promise<Contributions> {
  return JSON.parse(await readFile(join(root, "package.json"), "utf8")).contributes;
}

export async function createGrammars(): Promise<Grammars> {
  const own = (await contributions()).grammars;
  await loadEngine();
  let scans = 0;
  const registry = new textmateModule.Registry({
    onigLib: Promise.resolve({
      createOnigScanner(patterns: string[]) {
        const scanner = new onigurumaModule.OnigScanner(patterns);
        const findNextMatch = scanner.findNextMatchSync.bind(scanner);
        scanner.findNextMatchSync = (...given: Parameters<typeof findNextMatch>) => {
          scans++;
          return findNextMatch(...given);
        };
        return scanner;
      },
      createOnigString: (text: string) => new onigurumaModule.OnigString(text),
    }),
    async loadGrammar(scope) {
      const path = pathOf(scope, own);
      return path ? textmateModule.parseRawGrammar(await readFile(path, "utf8"), path) : null;
    },
    getInjections: (scope) => own.filter(({ injectTo }) => injectTo?.includes(scope)).map(({ scopeName }) => scopeName),
  });
  return {
    registry,
    scans: () => scans,
    async load(scope) {
      const grammar = await registry.loadGrammar(scope);
      if (!grammar) throw new Error(`no grammar has the scope ${scope}`);
      return grammar;
    },
  };
}

/** The language at the end of each line, which an editor uses for brackets, comments and words. */
export async function languagesOf(scope: string, lines: readonly string[]): Promise<readonly string[]> {
  const { grammars } = await contributions();
  const { language = "", embeddedLanguages = {} } = grammars.find(({ scopeName }) => scopeName === scope) ?? {};
  const names = [language, ...new Set(Object.values(embeddedLanguages))];
  const ids = Object.fromEntries(Object.entries(embeddedLanguages).map(([name, id]) => [name, names.indexOf(id) + 1]));
  const { registry } = await createGrammars();
  const grammar = await registry.loadGrammarWithEmbeddedLanguages(scope, 1, ids);
  let stack: StateStack = textmateModule.INITIAL;
  return lines.map((line) => {
    const { tokens, ruleStack } = grammar?.tokenizeLine2(line, stack) ?? { tokens: [], ruleStack: stack };
    stack = ruleStack;
    return names[((tokens.at(-1) ?? 0) & 0xff) - 1] ?? "";
  });
}

export interface Token {
  readonly text: string;
  readonly scopes: readonly string[];
}

/** The tokens of each line, without an editor's limit of the line length. */
export function tokenize(grammar: IGrammar, lines: readonly string[]): readonly (readonly Token[])[] {
  let stack: StateStack = textmateModule.INITIAL;
  return lines.map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => ({ text: line.slice(startIndex, endIndex), scopes }));
  });
}

function pathOf(scope: string, own: readonly ContributedGrammar[]): string | undefined {
  const contributed = own.find(({ scopeName }) => scopeName === scope);
  if (contributed) return join(root, contributed.path);
  const other = others.find(({ scopeName }) => scopeName === scope);
  return other && require.resolve(`tm-grammars/grammars/${other.name}.json`);
}

let engine: Promise<void> | undefined;

/** The engine can be loaded only once. */
async function loadEngine(): Promise<void> {
  engine ??= readFile(join(dirname(require.resolve("vscode-oniguruma")), "onig.wasm")).then((wasm) =>
    onigurumaModule.loadWASM(new Uint8Array(wasm).buffer),
  );
  return engine;
}
