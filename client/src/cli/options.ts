/** An option of a command. It takes a value if it has `value`. */
export interface Option {
  readonly short?: string;
  /** Placeholder of the value, in capitals, such as `FILE`. */
  readonly value?: string;
  readonly repeated?: true;
  readonly help: string;
  readonly choices?: Readonly<Record<string, string | { readonly help: string }>>;
  readonly preset?: string;
}

export type OptionTable = Readonly<Record<string, Option>>;

export const helpOption = { short: "h", help: "show this text" } as const satisfies Option;

/** A list of options for `--help`, in lines of up to 120 columns. */
export function optionsHelp(options: OptionTable): string {
  const rows = Object.entries(options).map(([name, option]) => ({
    label: labelOf(name, option),
    text: textOf(option),
  }));
  const column = Math.max(...rows.map(({ label }) => label.length)) + 3;
  return rows
    .flatMap(({ label, text }) =>
      text
        .flatMap((one) => wrapped(one, lineLength - column))
        .map((line, at) => (at === 0 ? label : "").padEnd(column) + line),
    )
    .join("\n");
}

const lineLength = 120;

function labelOf(name: string, { short, value }: Option): string {
  return `  ${short === undefined ? "    " : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
}

interface Paragraph {
  /** Text in front of the first line. */
  readonly start: string;
  readonly text: string;
}

function textOf({ help, repeated, choices, preset }: Option): readonly Paragraph[] {
  const names = Object.keys(choices ?? {});
  const labels = names.map((name) => (name === preset ? `${name} (default)` : name));
  const width = Math.max(...labels.map(({ length }) => length)) + 2;
  const described = Object.values(choices ?? {}).map((choice, at) => ({
    start: (labels[at] ?? "").padEnd(width),
    text: typeof choice === "string" ? choice : choice.help,
  }));
  const own = repeated ? `${help}; can be repeated` : help;
  return [...described, ...(own === "" ? [] : [{ start: "", text: own }])];
}

/** Lines of whole words; all after the first are indented like the text of the first. */
function wrapped({ start, text }: Paragraph, width: number): readonly string[] {
  const lines: string[] = [];
  let line = start;
  for (const word of text.split(" ")) {
    if (line.length > start.length && line.length + word.length > width) {
      lines.push(line.trimEnd());
      line = " ".repeat(start.length);
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
