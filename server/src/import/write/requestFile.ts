import type {
  CollectionComment,
  CollectionFile,
  CollectionRequest,
  ExtraFile,
  PreambleLine,
  Text,
  Variable,
} from "../collection.ts";
import { isSoap } from "../common/bodyText.ts";
import { hostOf } from "./address.ts";
import { FileContext, type ProjectContext, stepNames, writeComment } from "./context.ts";
import { Lines } from "./lines.ts";
import { messageOf, writtenOut } from "./message.ts";
import { bodyText, credentialText, lineText, withoutBreaks } from "./texts.ts";
import { isLine } from "./values.ts";

/** The text of a `.soaphttp` file. Sets the places of the items in it. */
export function writeRequestFile(file: CollectionFile, path: string, project: ProjectContext): string {
  const requests = file.steps.filter((step) => step.kind === "request");
  const names = stepNames(
    requests.map(({ name }) => name),
    referredSteps(file),
  );
  const context = new FileContext(project, path, file, names.byName);
  const sent = requests.filter(({ status }) => status === undefined);
  const wsdl = sent[0]?.wsdl;
  const common = sent.every((one) => one.wsdl === wsdl) ? wsdl : undefined;
  const named = new Map(requests.map((request, at) => [request, names.own[at] ?? ""]));
  const segments = file.steps.map((step) => {
    const lines = new Lines();
    lines.add(`### ${withoutBreaks(step.name)}`.trimEnd());
    if (step.kind === "comment") for (const comment of step.comments) writeComment(lines, comment);
    else writeRequest(lines, step, named.get(step) ?? "", step.wsdl === common ? undefined : step.wsdl, context);
    return lines;
  });
  const all = headOf(file, common, context);
  for (const lines of segments) {
    if (all.count > 0) all.add("");
    all.append(lines);
  }
  all.place(path);
  const isMultipart = requests.some(({ body }) => body?.kind === "multipart");
  // Multipart bodies require CRLF between their parts (RFC 2046 section 4.1.1), and a file has only one kind of line ending.
  return isMultipart ? all.text.replaceAll("\n", "\r\n") : all.text;
}

/** The definition and variables of the file. Written last, because the uses of variables are known only then. */
function headOf(file: CollectionFile, wsdl: CollectionRequest["wsdl"], context: FileContext): Lines {
  const lines = new Lines();
  for (const comment of file.comments) writeComment(lines, comment);
  if (wsdl) lines.add(`# @wsdl ${context.pathTo(wsdl)}`);
  if (file.data) writePreambleLine(lines, file.data, context);
  for (const variable of definedVariables(file, context)) {
    const { item, name, value } = variable;
    if (isLine(value)) lines.add(`@${context.variable(name)} = ${lineText(value, context)}`.trimEnd(), item);
    else if (!context.writtenOut.has(variable)) {
      writeComment(lines, { kind: "comment", item, text: `${name} = ${bodyText(value, context)}` });
    }
  }
  for (const name of context.hosts) {
    const host = hostOf(context.values.lookup(name) ?? [], context.values.lookup);
    lines.add(`@${context.variable(name)}.host = ${lineText(host, context)}`.trimEnd());
  }
  for (const { name, value } of context.additions) lines.add(`@${name} = ${lineText(value, context)}`);
  return lines;
}

/** The variables to define, without those whose values replace all their uses. Of several with the same name, only the last. */
function definedVariables({ variables }: CollectionFile, context: FileContext): readonly Variable[] {
  const inValues = new Set(
    variables.flatMap(({ value }) =>
      value.flatMap((part) => (typeof part === "string" || part.kind !== "variable" ? [] : part.name)),
    ),
  );
  return [...new Map(variables.map((one) => [one.name, one])).values()].filter((variable) => {
    return !context.writtenOut.has(variable) || context.isUsed(variable.name) || inValues.has(variable.name);
  });
}

function referredSteps(file: CollectionFile): ReadonlySet<string> {
  const referred = new Set<string>();
  const visit = (text: Text) => {
    for (const part of text) {
      if (typeof part === "string") continue;
      if (part.kind === "exchange") referred.add(part.step);
      if (part.kind === "credentials") part.args.forEach(visit);
      if (part.kind === "computed") [part.source, ...part.steps.flatMap(({ args }) => args)].forEach(visit);
    }
  };
  for (const { value } of file.variables) visit(value);
  for (const step of file.steps) if (step.kind === "request") textsOf(step).forEach(visit);
  return referred;
}

function textsOf({ target, headers, body, preamble }: CollectionRequest): readonly Text[] {
  const inBody =
    body?.kind === "text"
      ? [body.text]
      : body?.kind === "multipart"
        ? body.parts.flatMap(({ headers: own, content }) => [...own.map(({ value }) => value), ...asText(content)])
        : [];
  const expected = preamble.flatMap((line) =>
    line.kind === "expect" ? [line.expectation] : line.kind === "define" ? [line.value] : [],
  );
  return [target, ...headers.map(({ value }) => value), ...expected, ...inBody];
}

function asText(content: Text | ExtraFile): readonly Text[] {
  return "item" in content ? [] : [content];
}

function writeRequest(
  lines: Lines,
  request: CollectionRequest,
  name: string,
  wsdl: CollectionRequest["wsdl"],
  context: FileContext,
): void {
  request.item.name = name;
  lines.add(`# @name ${name}`);
  if (wsdl) lines.add(`# @wsdl ${context.pathTo(wsdl)}`);
  for (const line of request.preamble) writePreambleLine(lines, line, context);
  const message = messageOf(request, context);
  if (request.isPlain && !isSoap(message.text)) {
    const codes = context.project.tools.brokenSoapRules(message.text);
    if (codes.length > 0) lines.add(`# @ignore ${codes.join(" ")}`);
  }
  for (const item of request.alsoItems ?? []) lines.mark(item);
  lines.mark(request.item);
  lines.append(message);
}

function writePreambleLine(lines: Lines, line: PreambleLine, context: FileContext): void {
  if (line.kind === "comment") writeComment(lines, line);
  else if (line.kind === "define") writeDefinition(lines, line, context);
  else lines.add(`# @${directiveText(line, lines, context)}`.trimEnd(), "item" in line ? line.item : undefined);
}

/** Writes a definition, as a comment if it would replace another request's value in the whole file. */
function writeDefinition(lines: Lines, { item, ...defined }: Define, context: FileContext): void {
  const name = context.variable(defined.name);
  const value = lineText(defined.value, context);
  const other = context.defined.get(name);
  if (other === undefined) lines.add(`@${name} = ${value}`.trimEnd(), item);
  else if (other !== value) writeComment(lines, { kind: "comment", item, text: `@${name} = ${value}` });
  context.defined.set(name, other ?? value);
}

type Define = Extract<PreambleLine, { readonly kind: "define" }>;

function directiveText(
  line: Exclude<PreambleLine, CollectionComment | Define>,
  lines: Lines,
  context: FileContext,
): string {
  switch (line.kind) {
    case "expect":
      return `expect ${lineText(writtenOut(line.expectation, false, lines, context), context)}`;
    case "set":
      return `set ${context.variable(line.name)} = ${withoutBreaks(line.path)}`;
    case "data":
      return `data ${context.pathTo(line.file)}`;
    case "skip":
      return `skip ${withoutBreaks(line.reason)}`;
    case "auth":
      return ["auth", line.scheme, ...[line.user, line.password].map((one) => credentialText(one, context))].join(" ");
    case "directive":
      return `${line.name} ${withoutBreaks(line.value)}`;
  }
}
