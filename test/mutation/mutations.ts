import { type Node, parseSync, Visitor } from "oxc-parser";

/** One small mistake in a source: the expression `after` in place of the one between two UTF-16 offsets. */
export interface Mutation {
  readonly start: number;
  readonly end: number;
  readonly after: string;
}

const opposite: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "+": "-",
  "-": "+",
  "&&": "||",
  "||": "&&",
  "??": "&&",
};

/**
 * Returns the mutations of a source, in the order of its text: other operators, conditions that are always true or false,
 * numbers that are one larger, other Booleans, calls of a method that are left out. Types, names and imports stay.
 */
export function mutationsOf(path: string, text: string): readonly Mutation[] {
  const mutations: Mutation[] = [];
  const chains: Node[] = [];
  const kept = new Set<number>();
  const change = ({ start, end }: Node, after: string) => mutations.push({ start, end, after });
  const operator = (node: Node & { operator: string; left: Node; right: Node }) => {
    const after = opposite[node.operator];
    const [left, right] = [text.slice(node.start, node.left.end), text.slice(node.right.start, node.end)];
    // A comment between the two would be lost.
    if (after && text.slice(node.left.end, node.right.start).trim() === node.operator)
      change(node, `(${left}) ${after} (${right})`);
  };
  const condition = ({ test }: { test: Node | null }) => {
    if (test) change(test, "true");
    if (test) change(test, "false");
  };
  new Visitor({
    TSLiteralType: ({ literal }) => kept.add(literal.start),
    Property: ({ key }) => kept.add(key.start),
    BinaryExpression: operator,
    LogicalExpression: operator,
    IfStatement: condition,
    ConditionalExpression: condition,
    ChainExpression: (node) => chains.push(node),
    WhileStatement: ({ test }) => change(test, "false"),
    UnaryExpression: (node) => {
      if (node.operator === "!") change(node, `(${text.slice(node.argument.start, node.argument.end)})`);
    },
    Literal: (node) => {
      if (kept.has(node.start)) return;
      if (typeof node.value === "boolean") change(node, String(!node.value));
      if (typeof node.value === "number" && Number.isSafeInteger(node.value)) change(node, `(${node.value} + 1)`);
    },
    CallExpression: ({ callee, arguments: given, ...node }) => {
      if (callee.type !== "MemberExpression" || callee.computed || given.length > 1) return;
      if (callee.object.type === "Super") return;
      // In a?.b().c, the call alone is no expression.
      const { start, end } = chains.findLast((chain) => chain.start <= node.start && node.end <= chain.end) ?? node;
      change({ ...node, start, end } as Node, text.slice(start, callee.object.end) + text.slice(node.end, end));
    },
  }).visit(parseSync(path, text).program);
  return mutations
    .filter(({ start, end, after }) => text.slice(start, end) !== after)
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns the source with each mutation in it, which `globalThis.mutant(number)` turns on. They don't overlap. */
export function withMutants(text: string, mutants: ReadonlyMap<number, Mutation>): string {
  let [copied, mutated] = [0, ""];
  for (const [number, { start, end, after }] of [...mutants].sort(([, a], [, b]) => a.start - b.start)) {
    const before = text.slice(start, end);
    mutated += `${text.slice(copied, start)}(globalThis.mutant(${number}) ? (${after}) : (${before}))`;
    copied = end;
  }
  return mutated + text.slice(copied);
}
