import { type Node, parseSync, Visitor } from "oxc-parser";

/** One small mistake in a source: `after` in place of the text between two UTF-16 offsets. */
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
 * numbers that are one larger, other Booleans, calls of a method that are left out. Types and imports stay.
 */
export function mutationsOf(path: string, text: string): readonly Mutation[] {
  const found: Mutation[] = [];
  const change = ({ start, end }: Node, after: string) => found.push({ start, end, after });
  const operator = (node: { operator: string; left: Node; right: Node }) => {
    const after = opposite[node.operator];
    const between = text.slice(node.left.end, node.right.start);
    const at = node.left.end + between.indexOf(node.operator);
    // An operator in a comment between the two is not found.
    if (after && between.trim() === node.operator) found.push({ start: at, end: at + node.operator.length, after });
  };
  const condition = ({ test }: { test: Node | null }) => {
    if (test) change(test, "true");
    if (test) change(test, "false");
  };
  const types = new Set<number>();
  new Visitor({
    TSLiteralType: ({ literal }) => types.add(literal.start),
    BinaryExpression: operator,
    LogicalExpression: operator,
    IfStatement: condition,
    ConditionalExpression: condition,
    WhileStatement: ({ test }) => change(test, "false"),
    UnaryExpression: (node) => {
      if (node.operator === "!") change(node, `(${text.slice(node.argument.start, node.argument.end)})`);
    },
    Literal: (node) => {
      if (types.has(node.start)) return;
      if (typeof node.value === "boolean") change(node, String(!node.value));
      if (typeof node.value === "number" && Number.isSafeInteger(node.value)) change(node, `(${node.value} + 1)`);
    },
    CallExpression: ({ callee, arguments: given, ...node }) => {
      const isMethod = callee.type === "MemberExpression" && !callee.computed && given.length < 2;
      if (isMethod) found.push({ start: callee.object.end, end: node.end, after: "" });
    },
  }).visit(parseSync(path, text).program);
  return found
    .filter(({ start, end, after }) => text.slice(start, end) !== after)
    .sort((a, b) => a.start - b.start || a.end - b.end);
}
