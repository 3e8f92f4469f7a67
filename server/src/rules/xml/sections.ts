import * as l10n from "@vscode/l10n";
import { parseDocument } from "../../document.ts";
import { Message } from "../../message.ts";
import { firstBreak } from "../../text/lines.ts";
import { startOfTrailing } from "../../text/trailing.ts";
import { elementAt, nodeAt } from "../../xml/query.ts";
import { countText, insert, remove, replace } from "../edits.ts";
import type { Edit, Fix } from "../rule.ts";
import { removeCopy } from "../soap/children.ts";
import { removeNode } from "../soap/xmlMessage.ts";
import { shown } from "./attributes.ts";
import { type ProblemContext, xmlRule } from "./report.ts";
import { insertAtRelated } from "./tags.ts";

export const commentSyntax = xmlRule("xml-comment-syntax", "XML 1.0 section 2.5", {
  "comment-hyphens": (_, { typed }) => ({
    message: l10n.t("A comment can't contain -- or end with --->. Found {0}.", shown(typed)),
  }),
  "comment-unclosed": (_, context) => ({
    message: l10n.t("This comment has no closing -->."),
    related: [l10n.t("Assumed to end here")],
    fixes: () => endComment(context),
  }),
});

/** In the place of what was meant as the end, if something was. */
function endComment({ xml: { text }, problem }: ProblemContext): readonly Fix[] {
  const end = problem.related[0]?.start;
  if (end === undefined) return [];
  const typed = text.slice(Math.max(problem.end, end - 100), end);
  const meant = /(?:-\s?>|--?)$/.exec(typed.trimEnd());
  const start = end - typed.length + (meant?.index ?? typed.trimEnd().length);
  const dashes = start - Math.max(problem.end, startOfTrailing(text, /-/, start));
  const isSpaced = /\s/.test(text.charAt(start - dashes - 1));
  const edits = [replace({ start: start - dashes, end }, isSpaced ? "-->" : " -->")];
  return [{ title: l10n.t("Insert {0}", "-->"), edits }];
}

export const cdataUnclosed = xmlRule("xml-cdata-unclosed", "XML 1.0 section 2.7", {
  "cdata-unclosed": (_, context) => ({
    message: l10n.t("This CDATA section has no closing ]]>."),
    related: [l10n.t("Assumed to end here")],
    fixes: () => insertAtRelated(context, "]]>"),
  }),
});

export const piSyntax = xmlRule("xml-pi-syntax", "XML 1.0 section 2.6; Namespaces in XML 1.0 section 7", {
  "pi-target-missing": () => ({
    message: l10n.t("This processing instruction has no target. Use <?target …?>."),
  }),
  "pi-target-reserved": ([target]) => ({
    message: l10n.t("The target {0} is reserved. An XML declaration must begin with <?xml in lowercase.", target),
  }),
  "pi-target-invalid": ([target], { typed }) => ({
    message: l10n.t("{0} isn't allowed in or after the target {1}. Expected white space or ?>.", typed, target),
  }),
  "pi-unclosed": ([target]) => ({
    message: l10n.t("The processing instruction {0} has no closing ?>.", target),
    related: [l10n.t("Assumed to end here")],
  }),
});

export const declaration = xmlRule("xml-declaration", "XML 1.0 section 2.8 and 4.3.3", {
  "declaration-preceded": (_, { problem }) => ({
    message: l10n.t("The XML declaration must be at the very start. Remove the white space before it."),
    fixes: () => [
      { title: l10n.t("Remove the white space before it"), edits: problem.related.map(remove), automatic: true },
    ],
  }),
  "declaration-misplaced": (_, context) => ({
    message: l10n.t("An XML declaration is allowed only at the very start of the document."),
    fixes: () => removeDeclaration(context),
  }),
  "declaration-mark-missing": (_, { problem }) => ({
    message: l10n.t("The question mark is missing. An XML declaration must begin with <?xml."),
    fixes: () => [{ title: l10n.t("Insert ?"), edits: [insert(problem.start + 1, "?")] }],
  }),
  "declaration-version-missing": (_, context) => ({
    message: l10n.t('The XML declaration has no version. It must begin with <?xml version="1.0".'),
    fixes: () => [
      { title: l10n.t("Insert {0}", 'version="1.0"'), edits: [insert(context.problem.end, ' version="1.0"')] },
      ...removeDeclaration(context),
    ],
  }),
  "declaration-version-invalid": ([value], context) => ({
    message: l10n.t("{0} isn't a valid XML version. Use 1.0.", quoted(value)),
    fixes: () => [write(context, "1.0"), ...removeDeclaration(context)],
  }),
  "declaration-encoding-invalid": ([value], context) => ({
    message: l10n.t("{0} isn't a valid encoding name. Use a name such as utf-8.", quoted(value)),
    fixes: () => removeDeclaration(context),
  }),
  "declaration-standalone-invalid": ([value], context) => ({
    message: l10n.t("standalone is {0}, but must be yes or no.", quoted(value)),
    fixes: () => removeDeclaration(context),
  }),
  "declaration-order": ([name, before], context) => ({
    message: l10n.t("{0} comes after {1}. The order must be version, encoding, standalone.", name, before),
    fixes: () => removeDeclaration(context),
  }),
  "declaration-duplicate": ([name], context) => ({
    message: l10n.t("Duplicate {0}.", name),
    fixes: () => removeDeclaration(context),
  }),
  "declaration-space-missing": ([name], { problem }) => ({
    message: l10n.t("Missing white space before {0}.", name),
    fixes: () => [{ title: l10n.t("Insert a space"), edits: [insert(problem.start, " ")] }],
  }),
  "declaration-quote-unclosed": ([name, sign], { problem }) => ({
    message: l10n.t("The value of {0} has no closing {1}.", name, sign),
    fixes: () => [{ title: l10n.t("Insert {0}", sign), edits: [insert(problem.end, sign)] }],
  }),
  "declaration-text": ([text], context) => ({
    message: l10n.t(
      "{0} isn't allowed in an XML declaration. Only version, encoding, and standalone are.",
      shown(text),
    ),
    fixes: () => removeDeclaration(context),
  }),
  "declaration-unclosed": (_, context) => ({
    message: l10n.t("The XML declaration has no closing ?>."),
    related: [l10n.t("Expected ?> here")],
    fixes: () =>
      context.problem.related.map((at) => ({ title: l10n.t("Insert {0}", "?>"), edits: [replace(at, "?>")] })),
  }),
});

function quoted(value: string): string {
  return value === "" ? '""' : shown(value);
}

/** The problem's span may hold the quotes too, of an empty value. */
function write({ problem, typed }: ProblemContext, value: string): Fix {
  const text = /^["']/.test(typed) ? `"${value}"` : value;
  return { title: l10n.t("Change to {0}", value), edits: [replace(problem, text)] };
}

/** The last resort, and no loss: a document is XML 1.0 without it. */
function removeDeclaration({ xml, problem }: ProblemContext): readonly Fix[] {
  const node = nodeAt(xml, problem.start);
  if (node?.kind !== "declaration") return [];
  return [{ title: l10n.t("Remove the XML declaration"), edits: [removeNode(xml.text, node)] }];
}

export const rootMultiple = xmlRule("xml-root-multiple", "XML 1.0 section 2.1", {
  "root-second": ([name], context) => ({
    message: l10n.t("<{0}> is a second root element. A document can have only one.", name),
    related: [l10n.t("The first root element, <{0}>", context.xml.root?.name ?? "")],
    fixes: () => divideEnvelopes(context),
  }),
  "text-outside-root": ([line, root], context) => ({
    message:
      root === ""
        ? l10n.t("{0} isn't XML. The message must begin with its root element.", shown(line))
        : l10n.t("{0} comes after the end of {1} and would be sent as part of the message.", shown(line), root),
    fixes: () => {
      const isPart = context.owner instanceof Message && context.owner.multipart !== undefined;
      return root === "" || isPart ? [removeText(context)] : [belowSeparator(context), removeText(context)];
    },
  }),
  "cdata-outside-root": () => ({
    message: l10n.t("A CDATA section is allowed only inside the root element."),
  }),
});

/** Two envelopes are two requests: the second gets the head of the first, with a count of its own. */
function divideEnvelopes({ xml, problem, owner }: ProblemContext): readonly Fix[] {
  const second = elementAt(xml, problem.start);
  if (second?.local !== "Envelope" || xml.root?.local !== "Envelope") return [];
  const copy = removeCopy(xml.text, xml.root, second);
  if (!(owner instanceof Message) || owner.multipart) return copy;
  const lineBreak = firstBreak(xml.text);
  const begun = /[\r\n]/.test(xml.text.charAt(second.start - 1));
  const head = headFor(owner, xml.text.slice(second.start, xml.end));
  const edits = [insert(second.start, `${begun ? "" : lineBreak}###${lineBreak}${head}`)];
  return [{ title: l10n.t("Make it a separate request below ###"), edits }, ...copy];
}

/** Comment lines and definitions are what a preamble holds; anything else becomes a comment there. */
function belowSeparator({ xml: { text }, problem, typed }: ProblemContext): Fix {
  const lineBreak = firstBreak(text);
  const begun = problem.start === 0 || /[\r\n]/.test(text.charAt(problem.start - 1));
  const separator = `${begun ? "" : lineBreak}###${lineBreak}`;
  const lines = [...typed.matchAll(/[^\r\n]+/g)];
  const edits: Edit[] = [insert(problem.start, separator)];
  for (const { 0: line, index } of lines) {
    if (!/^\s*(?:#|\/\/|@\w+\s*=|$)/.test(line)) edits.push(insert(problem.start + index, "# "));
  }
  return { title: l10n.t("Move it below ###"), edits };
}

function removeText({ xml, problem }: ProblemContext): Fix {
  return { title: l10n.t("Remove it"), edits: [removeNode(xml.text, problem)] };
}

/** The head of a request once more, for another body: up to and with the empty line, its count that of the body. */
function headFor(message: Message, body: string): string {
  const { text, request, scope } = message;
  if (!request.line || !request.body) return "";
  const from = request.line.start;
  const head = text.slice(from, request.body.start);
  const field = message.field("content-length");
  const segment = parseDocument(head + body).segments[0]?.segment;
  const count = segment?.request && countText(new Message(segment, segment.request, scope));
  if (!field || count === undefined || !/^\d+$/.test(field.value.text)) return head;
  const { start, end } = field.value.typed;
  return head.slice(0, start - from) + count + head.slice(end - from);
}
