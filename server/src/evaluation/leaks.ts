import * as l10n from "@vscode/l10n";
import { LineIndex } from "../text/lines.ts";
import { withoutNamedSecrets, withoutSecretParameters } from "../text/redaction.ts";
import type { MessageBytes } from "./readContent.ts";

/**
 * Information that a response must not reveal about its service. The regular expressions take linear time in any text. Groups
 * have a maximum number of repetitions, so that matching doesn't exhaust the stack.
 */
interface Leak {
  readonly name: () => string;
  readonly patterns: readonly RegExp[];
}

const versionOfProduct = () => l10n.t("Version of a product");

export const leaks: readonly Leak[] = [
  {
    name: () => l10n.t("Stack trace"),
    patterns: [
      /(?<![\w.])at (?:[\w$]{1,200}[./]{1,2}){1,50}(?:[\w$]+|<\w+>|&lt;\w+&gt;)\(/g,
      /\.[A-Z]\w*(?:Error|Exception)\b/g,
      /\bTraceback \(most recent call last\)/g,
      /\.[cm]?[jt]s:\d{1,7}:\d{1,7}\b/g,
      /\.php(?:<\/b>)? on line (?:<b>)?\d/g,
      /\.rb:\d{1,7}:in /g,
      /\bgoroutine \d{1,9} \[/g,
    ],
  },
  {
    name: () => l10n.t("Path of a server"),
    patterns: [
      /(?<!\w)[A-Za-z]:\\{1,2}[\w.$-]+\\[\w.$\\-]*/g,
      /(?<![\\\w])\\\\[\w.-]+\\[\w.$\\-]+/g,
      /(?<![\w.:/-])\/(?:etc|home|opt|root|srv|usr|var|Users)\/[\w.-]+[\w./-]*/g,
      /\bfile:\/{1,3}[^\s<>"']+/g,
    ],
  },
  {
    name: versionOfProduct,
    patterns: [
      /\b(?:Apache(?: Tomcat)?|Axis2?|CXF|GlassFish|IIS|JBoss(?:[ -]EAP)?|Jetty|Kestrel|OpenSSL|PHP|Perl|Python|Ruby|Tomcat|WebLogic(?: Server)?|WebSphere|Werkzeug|WildFly|gunicorn|nginx)[ /(](?:v|version )?\d+(?:\.\d+){1,20}/g,
      /\b(?:ASP\.NET|\.NET Framework) Version:? ?\d[\d.]*/g,
    ],
  },
  {
    name: () => l10n.t("SQL error"),
    patterns: [
      /\b(?:ORA|PLS)-\d{5}\b/g,
      /\bSQLSTATE\b/g,
      /\b(?:PSQL|SQL|SQLSyntaxError|Sql|SQLite)Exception\b/g,
      /\bSQLITE_ERROR\b/g,
      /\bDB2 SQL error\b/gi,
      /You have an error in your SQL syntax/g,
      /Unclosed quotation mark (?:after|before) the character string/g,
      /Incorrect syntax near /g,
      /syntax error at or near /g,
      /SQL command not properly ended/g,
      /quoted string not properly terminated/g,
    ],
  },
];

const productFields = /^(?:server|x-powered-by|x-generator|x-aspnet(?:mvc)?-version)$/i;

/** Maximum matches of each expression, and maximum length of a shown match in UTF-16 units. */
const maxHits = 20;
const longestShown = 120;

/** The details that a response reveals about its service, each with its place. `text`: the decoded body of the response. */
export function leaksIn({ fields }: Pick<MessageBytes, "fields">, text: string): readonly string[] {
  const hits = leaks.flatMap(({ name, patterns }) =>
    patterns.flatMap((pattern) => firstMatches(pattern, text).map((hit) => ({ name, ...hit }))),
  );
  const lines = new LineIndex(text);
  let end = 0;
  const inBody = hits
    .sort((a, b) => a.start - b.start)
    .flatMap(({ name, start, excerpt }) => {
      if (start < end) return [];
      end = start + excerpt.length;
      const line = lines.at(start);
      return [`${line + 1}:${start - lines.startOf(line) + 1}: ${name()}: ${shown(excerpt)}`];
    });
  const inHead = fields
    .filter(({ name, value }) => productFields.test(name) && /\d/.test(value))
    .map(({ name, value }) => `${name}: ${versionOfProduct()}: ${shown(value)}`);
  return [...inHead, ...inBody];
}

function firstMatches(pattern: RegExp, text: string) {
  const matches: { readonly start: number; readonly excerpt: string }[] = [];
  for (const match of text.matchAll(pattern)) {
    if (matches.length === maxHits) break;
    matches.push({ start: match.index, excerpt: match[0] });
  }
  return matches;
}

function shown(excerpt: string): string {
  const text = excerpt.length > longestShown ? `${excerpt.slice(0, longestShown)}…` : excerpt;
  return withoutNamedSecrets(withoutSecretParameters(text));
}
