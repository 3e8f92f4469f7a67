/** A value that JMeter replaces when it runs: `${user}`, `${__UUID()}`. */
export interface Expression {
  readonly expression: string;
}

/** Literal text and expressions. */
export type JmeterText = readonly (string | Expression)[];

export function variable(name: string): Expression {
  return { expression: `\${${name}}` };
}

/** A property of JMeter (`-Jname=value`), or the default value. */
export function property(name: string, otherwise: string): Expression {
  return { expression: `\${__P(${escapedParameter(name)},${escapedParameter(otherwise)})}` };
}

/** A text as a parameter of a function, which would end at a parenthesis. */
export function escapedParameter(text: string): string {
  return text.replace(/[\\$,(){}]/g, (character) => `\${__char(${character.charCodeAt(0)})}`);
}

/**
 * The text as JMeter's parser of functions reads it. It removes a backslash before `$`, `,` and another one, but only from
 * texts with expressions; so `${` that isn't an expression becomes one that returns it.
 */
export function written(text: JmeterText): string {
  const parts = joined(text);
  if (parts.every((part) => typeof part === "string" && !part.includes("${"))) return parts.join("");
  return parts
    .map((part) => {
      return typeof part === "string"
        ? part.replaceAll("\\", "\\\\").replace(/\$(?=\{)/g, () => dollar)
        : part.expression;
    })
    .join("");
}

const dollar = `\${__char(36)}`;

/** Joins adjacent literals, which may form `${` together. */
function joined(parts: JmeterText): JmeterText {
  const result: (string | Expression)[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (typeof part === "string" && typeof last === "string") result.splice(-1, 1, last + part);
    else result.push(part);
  }
  return result;
}
