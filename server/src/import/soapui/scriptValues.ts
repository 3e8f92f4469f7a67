/*
 * The scripts in expansions that compute what our built-in variables do, too: UUIDs, dates and random numbers. All others
 * are programs.
 */

const uuid = /^(?:java\.util\.)?UUID\.randomUUID\(\)(?:\.toString\(\))?$/;
const formatter = /^new (?:java\.text\.)?SimpleDateFormat\((?:"([^"]*)"|'([^']*)')\)\.format\((.*)\)$/;
const groovyFormat = /^([^"']*)\.format\((?:"([^"]*)"|'([^']*)')\)$/;
const now = /^(?:\(\s*)?new (?:java\.util\.)?Date\(\)(?:\s*([+-])\s*(\d{1,5})|\.(plus|minus)\((\d{1,5})\))?(?:\s*\))?$/;
const random = /^(?:\(int\)|Math\.round)\s*\(\s*(?:java\.lang\.)?Math\.random\(\)\s*\*\s*(\d{1,9})\s*\)$/;

/** The built-in variable with the value of a script; undefined if there is none. */
export function builtInOf(script: string): string | undefined {
  const text = script
    .replace(/^import\s+[\w.*]+\s*;\s*/, "")
    .replace(/;$/, "")
    .trim();
  if (uuid.test(text)) return "$guid";
  const number = random.exec(text);
  if (number?.[1] && Number(number[1]) > 0) return `$randomInt 0 ${Number(number[1])}`;
  const [, double, single, argument] = formatter.exec(text) ?? [];
  const [, date, groovyDouble, groovySingle] = groovyFormat.exec(text) ?? [];
  const format = formatOf(double ?? single ?? groovyDouble ?? groovySingle ?? "");
  const shift = now.exec((argument ?? date ?? "").trim());
  if (!format || !shift) return undefined;
  const days = shift[2] ?? shift[4];
  const sign = shift[1] === "-" || shift[3] === "minus" ? "-" : "";
  return `$datetime "${format}"${days === undefined ? "" : ` ${sign}${Number(days)} d`}`;
}

const tokens: Readonly<Record<string, string>> = {
  ...{ yyyy: "YYYY", YYYY: "YYYY", yy: "YY", MMMM: "MMMM", MMM: "MMM", MM: "MM", M: "M" },
  ...{ dd: "DD", d: "D", EEEE: "dddd", EEE: "ddd", HH: "HH", H: "H", hh: "hh", h: "h" },
  ...{ mm: "mm", m: "m", ss: "ss", s: "s", SSS: "SSS", a: "A", XXX: "Z" },
};

/** The format of `$datetime` for one of Java; undefined if `$datetime` can't express it. */
function formatOf(java: string): string | undefined {
  const parts = java.match(/'[^']*'|y+|Y+|M+|d+|E+|H+|h+|m+|s+|S+|a+|X+|[^'A-Za-z]+/g) ?? [];
  if (parts.join("") !== java || java === "" || /["{}]/.test(java)) return undefined;
  const translated = parts.map((part) => {
    if (part.startsWith("'")) return part === "''" ? "'" : `[${part.slice(1, -1)}]`;
    return /^[A-Za-z]/.test(part) ? tokens[part] : part;
  });
  return translated.includes(undefined) ? undefined : translated.join("");
}
