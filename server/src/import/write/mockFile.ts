import { trimTrailing } from "../../text/trailing.ts";
import type { CollectionMock } from "../collection.ts";
import { FileContext, type ProjectContext, stepNames, writeComment } from "./context.ts";
import { Lines } from "./lines.ts";
import { addHeaders, writtenOut } from "./message.ts";
import { bodyText, isXml, lineText, withoutBreaks } from "./texts.ts";

/** The text of a `.soapmock` file. Sets the places of the items in it. */
export function writeMock(mock: CollectionMock, path: string, project: ProjectContext): string {
  const names = stepNames(
    mock.responses.map(({ name }) => name),
    new Set(),
  );
  const context = new FileContext(project, path, mock, names.byName);
  const responses = mock.responses.map((response, at) => {
    const lines = new Lines();
    lines.add(`### ${withoutBreaks(response.name)}`.trimEnd());
    lines.add(`# @name ${names.own[at] ?? ""}`);
    for (const value of response.when) lines.add(`# @when ${withoutBreaks(value)}`);
    for (const line of response.preamble) {
      if (line.kind === "comment") writeComment(lines, line);
      else lines.add(`# @${line.name} ${withoutBreaks(line.value)}`.trimEnd());
    }
    const message = new Lines();
    message.add(`HTTP/1.1 ${withoutBreaks(response.status)}`, response.item);
    addHeaders(message, response.headers, context);
    const content = response.body ?? [];
    const body = trimTrailing(bodyText(writtenOut(content, isXml(content), message, context), context), "\n");
    message.add(`Content-Length: {{$contentLength}}\n${body === "" ? "" : `\n${body}`}`);
    lines.append(message);
    return lines;
  });
  const all = new Lines();
  for (const comment of mock.comments) writeComment(all, comment);
  for (const { item, name, value } of mock.variables) {
    all.add(`@${context.variable(name)} = ${lineText(value, context)}`.trimEnd(), item);
  }
  if (all.count === 0) all.mark(mock.item);
  for (const [at, lines] of responses.entries()) {
    if (all.count > 0) all.add("", at === 0 ? mock.item : undefined);
    all.append(lines);
  }
  if (mock.responses.length === 0) all.add("", mock.item);
  all.place(path);
  return all.text;
}
