/** A step behind a path: everything else is a union of XPath. */
const stepBehindPath = /^\|[ \t]*[A-Za-z][\w-]*(?:[ \t|]|$)/;

/** A step whose argument is a path. */
const stepWithPath = /^\|[ \t]*(?:xpath|jsonpath|without)[ \t]/;

/** Whether a step begins at an offset behind a path, outside of quotes and brackets. */
export function beginsStep(text: string, at: number): boolean {
  return text[at] === "|" && stepBehindPath.test(text.slice(at, at + 80));
}

/** The offsets of the bars in front of the steps of a value. `hasPath`: whether it begins with a path. */
export function stepBars(reference: string, hasPath: boolean): readonly number[] {
  const bars: number[] = [];
  let quote = "";
  let depth = 0;
  for (let at = 0; at < reference.length; at++) {
    const character = reference[at] ?? "";
    const last = bars.at(-1);
    const isInPath = last === undefined ? hasPath : stepWithPath.test(reference.slice(last, at));
    if (quote !== "") {
      if (character === "\\" && !isInPath) at++;
      else if (character === quote) quote = "";
    } else if (character === '"' || (isInPath && character === "'")) quote = character;
    else if (isInPath && /[[(]/.test(character)) depth++;
    else if (isInPath && /[\])]/.test(character)) depth--;
    else if (character === "|" && (!isInPath || (depth === 0 && beginsStep(reference, at)))) bars.push(at);
  }
  return bars;
}
