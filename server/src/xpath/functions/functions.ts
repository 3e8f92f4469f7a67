import type { FunctionOptions, ReadingLimit } from "../../expectations/xpathLibrary.ts";
import { escapeXml } from "../../text/escapes.ts";
import type { AnyNode, DocumentNode } from "../domNodes.ts";
import { adjusted, formatMoment, readIetfDate } from "./dates.ts";
import { FunctionFault } from "./fault.ts";
import { formatInteger, formatNumber } from "./numbers.ts";
import { analyzed, markupOf, parsedXml, xmlOfJson } from "./xml.ts";

/*
 * Functions of XPath 3.1 that fontoxpath doesn't have, or not as the specification says. They are a module of XQuery, whose
 * types convert arguments and whose bodies are expressions. What these can't compute is done here, from texts.
 */

export interface ExtensibleLibrary {
  readonly registerCustomXPathFunction: (
    name: { readonly localName: string; readonly namespaceURI: string },
    parameters: readonly string[],
    result: string,
    run: (context: { readonly currentContext: ReadingLimit }, ...values: never[]) => unknown,
  ) => void;
  readonly registerXQueryModule: (module: string) => string;
  /** Compiles the modules. Otherwise, the first expression that imports a module compiles it. */
  readonly finalizeModuleRegistration: () => void;
}

const own = "urn:soaphttp:xpath";
const native = "urn:soaphttp:native";

const kinds = ["date", "dateTime", "time"] as const;

/** The functions in XQuery, with their signatures. Functions in `texts` and `nodes` have the prefix `n:`. */
const declarations: readonly string[] = [
  "parse-xml($text as xs:string?) as document-node()? { $text ! n:parse-xml(.) }",
  "parse-xml-fragment($text as xs:string?) as document-node()? { $text ! n:parse-fragment(.) }",
  "serialize($items as item()*) as xs:string { s:serialize($items, ()) }",
  `serialize($items as item()*, $parameters as item()?) as xs:string {
    let $method := if ($parameters instance of map(*)) then string($parameters("method"))
      else string($parameters/*:method/@value)
    return if ($method = "json") then s:json-of($items)
      else if ($method = "text") then string-join($items ! string(.), "")
      else if ($method = ("", "xml")) then
        n:join(string-join($items ! (if (. instance of node()) then n:markup(.) else n:atomic(string(.))), ""))
      else n:fault("SEPM0016", $method) }`,
  "format-integer($value as xs:integer?, $picture as xs:string) as xs:string { s:format-integer($value, $picture, ()) }",
  `format-integer($value as xs:integer?, $picture as xs:string, $language as xs:string?) as xs:string {
    if (empty($value)) then "" else n:format-integer(string($value), $picture) }`,
  "format-number($value as xs:numeric?, $picture as xs:string) as xs:string { s:format-number($value, $picture, ()) }",
  `format-number($value as xs:numeric?, $picture as xs:string, $format as xs:string?) as xs:string {
    if (exists($format)) then n:fault("FODF1280", $format)
    else n:format-number(if (empty($value)) then "NaN" else string($value), $picture) }`,
  ...kinds.flatMap((kind) => [
    `format-${kind}($value as xs:${kind}?, $picture as xs:string) as xs:string? {
      $value ! n:format-moment(string(.), $picture, "", "") }`,
    `format-${kind}($value as xs:${kind}?, $picture as xs:string, $language as xs:string?, $calendar as xs:string?,
      $place as xs:string?) as xs:string? {
      $value ! n:format-moment(string(.), $picture, string($language), string($calendar)) }`,
    `adjust-${kind}-to-timezone($value as xs:${kind}?) as xs:${kind}? {
      s:adjust-${kind}-to-timezone($value, implicit-timezone()) }`,
    `adjust-${kind}-to-timezone($value as xs:${kind}?, $zone as xs:dayTimeDuration?) as xs:${kind}? {
      $value ! xs:${kind}(n:adjust(string(.), string($zone))) }`,
  ]),
  "parse-ietf-date($text as xs:string?) as xs:dateTime? { $text ! xs:dateTime(n:ietf-date(.)) }",
  "sort($items as item()*) as item()* { for $item in $items order by data($item) return $item }",
  "sort($items as item()*, $collation as xs:string?) as item()* { s:sort($items) }",
  `sort($items as item()*, $collation as xs:string?, $key as function(item()) as xs:anyAtomicType*) as item()* {
    for $item in $items order by $key($item) return $item }`,
  `contains-token($texts as xs:string*, $token as xs:string) as xs:boolean {
    let $trimmed := normalize-space($token)
    return $trimmed != "" and (some $text in $texts satisfies tokenize(normalize-space($text), " ") = $trimmed) }`,
  `contains-token($texts as xs:string*, $token as xs:string, $collation as xs:string) as xs:boolean {
    s:contains-token($texts, $token) }`,
  'normalize-unicode($text as xs:string?) as xs:string { n:normalize(string($text), "NFC") }',
  "normalize-unicode($text as xs:string?, $form as xs:string) as xs:string { n:normalize(string($text), $form) }",
  `apply($function as function(*), $values as array(*)) as item()* {
    let $count := array:size($values) return ${applications()} n:fault("FOAP0001", string($count)) }`,
  'analyze-string($text as xs:string?, $pattern as xs:string) as element() { s:analyze-string($text, $pattern, "") }',
  `analyze-string($text as xs:string?, $pattern as xs:string, $flags as xs:string) as element() {
    n:analyze(string($text), $pattern, $flags)/* }`,
  "json-to-xml($text as xs:string?) as document-node()? { $text ! n:json-to-xml(.) }",
  "json-to-xml($text as xs:string?, $options as map(*)) as document-node()? { $text ! n:json-to-xml(.) }",
  "xml-to-json($node as node()?) as xs:string? { $node ! s:json-of-xml((if (. instance of document-node()) then * else .)) }",
  "xml-to-json($node as node()?, $options as map(*)) as xs:string? { s:xml-to-json($node) }",
];

/** Functions that only the declarations use. */
const helpers: readonly string[] = [
  `json-of($value as item()*) as xs:string {
    if (empty($value)) then "null"
    else if (count($value) > 1) then n:fault("SERE0023", "")
    else if ($value instance of map(*)) then
      concat("{", string-join(map:keys($value) ! concat(n:quote(string(.)), ":", s:json-of($value(.))), ","), "}")
    else if ($value instance of array(*)) then
      concat("[", string-join((1 to array:size($value)) ! s:json-of($value(.)), ","), "]")
    else if ($value instance of xs:boolean) then string($value)
    else if ($value instance of xs:integer or $value instance of xs:decimal or $value instance of xs:double or $value instance of xs:float)
      then n:number(string($value))
    else if ($value instance of node()) then n:quote(n:markup($value))
    else n:quote(string($value)) }`,
  `json-of-xml($element as element()) as xs:string {
    let $name := local-name($element)
    return if (namespace-uri($element) != "http://www.w3.org/2005/xpath-functions") then n:fault("FOJS0006", $name)
      else if ($name = "map") then concat("{", string-join($element/* !
        concat(n:quote(if (@key) then string(@key) else n:fault("FOJS0006", $name)), ":", s:json-of-xml(.)), ","), "}")
      else if ($name = "array") then concat("[", string-join($element/* ! s:json-of-xml(.), ","), "]")
      else if ($name = "null") then "null"
      else if ($name = "boolean") then string(xs:boolean(string($element)))
      else if ($name = "number") then n:number(string($element))
      else if ($name = "string") then n:quote(string($element))
      else n:fault("FOJS0006", $name) }`,
];

function applications(): string {
  const values = (count: number) => Array.from({ length: count }, (_, index) => `$values(${index + 1})`).join(", ");
  return Array.from({ length: 10 }, (_, count) => `if ($count = ${count}) then $function(${values(count)}) else`).join(
    " ",
  );
}

type Native<Value> = (values: readonly Value[], limit: ReadingLimit) => string | DocumentNode;

/** Functions of texts: the number of arguments, and the implementation. */
const texts: Readonly<Record<string, readonly [count: number, run: Native<string>]>> = {
  "parse-xml": [1, ([text = ""], limit) => parsedXml(text, limit)],
  "parse-fragment": [1, ([text = ""], limit) => parsedXml(text, limit, true)],
  "format-integer": [2, ([value = "", picture = ""]) => formatInteger(value, picture)],
  "format-number": [2, ([value = "", picture = ""]) => formatNumber(value, picture)],
  "format-moment": [
    4,
    ([value = "", picture = "", language = "", calendar = ""]) => formatMoment(value, picture, language, calendar),
  ],
  adjust: [2, ([value = "", zone = ""]) => adjusted(value, zone)],
  "ietf-date": [1, ([text = ""]) => readIetfDate(text)],
  normalize: [2, ([text = "", form = ""]) => normalized(text, form.trim().toUpperCase())],
  analyze: [3, ([text = "", pattern = "", flags = ""], limit) => parsedXml(analyzed(text, pattern, flags), limit)],
  "json-to-xml": [1, ([text = ""], limit) => parsedXml(xmlOfJson(text), limit)],
  quote: [1, ([text = ""]) => JSON.stringify(text)],
  number: [1, ([text = ""]) => jsonNumber(text)],
  // Adjacent atomic values are separated by a space. U+0001 marks them, because XML doesn't allow this character.
  atomic: [1, ([text = ""]) => `\u0001${escapeXml(text, /[&<>]/g)}\u0001`],
  join: [1, ([text = ""]) => text.replaceAll("\u0001\u0001", " ").replaceAll("\u0001", "")],
  fault: [
    2,
    ([code = "", about = ""]) => {
      throw new FunctionFault(code, about);
    },
  ],
};

const nodes: Readonly<Record<string, Native<AnyNode>>> = {
  markup: ([node]) => (node ? markupOf(node) : ""),
};

const documents = new Set(["parse-xml", "parse-fragment", "analyze", "json-to-xml"]);

function normalized(text: string, form: string): string {
  if (form === "") return text;
  if (form !== "NFC" && form !== "NFD" && form !== "NFKC" && form !== "NFKD") throw new FunctionFault("FOCH0003", form);
  return text.normalize(form);
}

function jsonNumber(text: string): string {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new FunctionFault("FOJS0006", "number");
  return String(value);
}

/** Adds the functions to the library. Returns the options with which an expression finds them. */
export function addFunctions(library: ExtensibleLibrary): FunctionOptions {
  for (const [localName, [count, run]] of Object.entries(texts)) {
    const result = documents.has(localName) ? "document-node()" : "xs:string";
    library.registerCustomXPathFunction(
      { localName, namespaceURI: native },
      Array.from({ length: count }, () => "xs:string"),
      result,
      ({ currentContext }, ...values: string[]) => run(values, currentContext),
    );
  }
  for (const [localName, run] of Object.entries(nodes)) {
    library.registerCustomXPathFunction(
      { localName, namespaceURI: native },
      ["node()"],
      "xs:string",
      ({ currentContext }, ...values: AnyNode[]) => run(values, currentContext),
    );
  }
  const functions = [...declarations, ...helpers].map((declaration) => `declare %public function s:${declaration};`);
  library.registerXQueryModule(
    `module namespace s = "${own}"; declare namespace n = "${native}"; ${functions.join("\n")}`,
  );
  // Compiling within the time limit of an expression could be interrupted, after which no expression can be evaluated.
  library.finalizeModuleRegistration();
  const names = new Set(declarations.map((declaration) => declaration.slice(0, declaration.indexOf("("))));
  const functionNameResolver: FunctionOptions["functionNameResolver"] = ({ prefix, localName }) =>
    prefix === "" || prefix === "fn"
      ? { namespaceURI: names.has(localName) ? own : "http://www.w3.org/2005/xpath-functions", localName }
      : null;
  // The prefix must not occur in an expression, because it would change its meaning.
  return { functionNameResolver, moduleImports: { [own]: own } };
}
