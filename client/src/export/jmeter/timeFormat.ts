/** The tokens of dayjs, the longest first, as Java's SimpleDateFormat writes them. Times are in UTC. */
const tokens: Readonly<Record<string, string>> = {
  YYYY: "yyyy",
  YY: "yy",
  MMMM: "MMMM",
  MMM: "MMM",
  MM: "MM",
  M: "M",
  DD: "dd",
  D: "d",
  dddd: "EEEE",
  ddd: "EEE",
  HH: "HH",
  H: "H",
  hh: "hh",
  h: "h",
  mm: "mm",
  m: "m",
  ss: "ss",
  s: "s",
  SSS: "SSS",
  A: "a",
  ZZ: "'+0000'",
  Z: "'+00:00'",
};

/** A format of dayjs in the language of Java; undefined if that has no equivalent. */
export function timeFormat(format: string): string | undefined {
  let written = "";
  for (const [part, text] of format.matchAll(/\[([^[\]]*)\]|Y+|M+|D+|d+|H+|h+|m+|s+|S+|Z+|[\s\S]/g)) {
    const token = Object.hasOwn(tokens, part) ? tokens[part] : undefined;
    if (token === undefined && /^[A-Za-z]/.test(part)) return undefined;
    written += token ?? (text === undefined ? quoted(part) : quoted(text));
  }
  return written.replaceAll("''", "");
}

function quoted(text: string): string {
  return /[A-Za-z']/.test(text) ? `'${text.replaceAll("'", "\u2019")}'` : text;
}
