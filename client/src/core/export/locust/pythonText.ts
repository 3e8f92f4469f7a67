/** A text as a literal of Python, which reads the escapes of JSON in the same way. */
export function pythonText(text: string): string {
  return JSON.stringify(text);
}

/** A text for a comment: in one line, without control characters. */
export function commentText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu, " ").trim();
}

/** A name that can be defined in a class of a locustfile, for letters, digits and `_`. */
export function pythonName(text: string): string {
  const name = text.toLowerCase();
  return reserved.has(name) ? `${name}_request` : name;
}

/** The keywords of Python, and the names of Locust's users and of ours. */
const reserved = new Set(
  [
    "and as assert async await break class continue def del elif else except finally for from global if import in is",
    "lambda nonlocal not or pass raise return try while with match case type none true false",
    "abstract connections context environment exchange exchanges failures fixed_count full_name fullname greenlet group",
    "host next on_start on_stop parent respond run send start stop tasks user user_id variables wait wait_time weight",
  ].flatMap((words) => words.split(" ")),
);

/** `OrderEntry` for `./requests/order-entry.soaphttp`. */
export function className(file: string): string {
  const name = file.split(/[/\\]/).at(-1) ?? "";
  const dot = name.lastIndexOf(".");
  const words = (dot > 0 ? name.slice(0, dot) : name).split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join("");
  return /^[A-Z]/.test(joined) ? joined : `User${joined}`;
}
