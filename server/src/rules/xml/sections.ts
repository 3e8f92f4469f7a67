import * as l10n from "@vscode/l10n";
import { Message } from "../../message/message.ts";
import { firstBreak } from "../../text/lines.ts";
import { startOfTrailing } from "../../text/trailing.ts";
import { elementAt, nodeAt } from "../../xml/query.ts";
import { automaticFix, changeTo, countText, firstMessage, fix, insert, insertFix, remove, replace } from "../edits.ts";
import type { Fix } from "../rule.ts";
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

/** Closes a comment. Replaces its malformed end, if it has one. */
function endComment({ xml: { text }, problem }: ProblemContext): readonly Fix[] {
  const end = problem.related[0]?.start;
  if (end === undefined) return [];
  const from = Math.max(problem.end, end - 100);
  const typed = text.slice(from, end).trimEnd();
  const malformedEnd = /(?:-\s?>|--?)$/.exec(typed);
  const firstDash = startOfTrailing(text, /-/, from + (malformedEnd?.index ?? typed.length));
  const start = Math.max(problem.end, firstDash);
  const newText = /\s/.test(text.charAt(start - 1)) ? "-->" : " -->";
  return [fix(l10n.t("Insert {0}", "-->"), replace({ start, end }, newText))];
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
    message: l10n.t("{0} isn't allowed in or after the target {1}. Expected whitespace or ?>.", typed, target),
  }),
  "pi-unclosed": ([target]) => ({
    message: l10n.t("The processing instruction {0} has no closing ?>.", target),
    related: [l10n.t("Assumed to end here")],
  }),
});

export const declaration = xmlRule("xml-declaration", "XML 1.0 section 2.8 and 4.3.3", {
  "declaration-preceded": (_, { problem }) => ({
    message: l10n.t("The XML declaration must be at the very start. Remove the whitespace before it."),
    fixes: () => [automaticFix(l10n.t("Remove the whitespace before it"), ...problem.related.map(remove))],
  }),
  "declaration-misplaced": (_, context) => ({
    message: l10n.t("An XML declaration is allowed only at the very start of the document."),
    fixes: () => removeDeclaration(context),
  }),
  "declaration-mark-missing": (_, { problem }) => ({
    message: l10n.t("The question mark is missing. An XML declaration must begin with <?xml."),
    fixes: () => [insertFix(problem.start + 1, "?")],
  }),
  "declaration-version-missing": (_, context) => ({
    message: l10n.t('The XML declaration has no version. It must begin with <?xml version="1.0".'),
    fixes: () => [insertFix(context.problem.end, ' version="1.0"', 'version="1.0"'), ...removeDeclaration(context)],
  }),
  "declaration-version-invalid": ([value], context) => ({
    message: l10n.t("{0} isn't a valid XML version. Use 1.0.", quoted(value)),
    fixes: () => {
      // The span of an empty value includes its quotes.
      const version = /^["']/.test(context.typed) ? '"1.0"' : "1.0";
      return [changeTo(context.problem, version, "1.0"), ...removeDeclaration(context)];
    },
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
    message: l10n.t("Missing whitespace before {0}.", name),
    fixes: () => [fix(l10n.t("Insert a space"), insert(problem.start, " "))],
  }),
  "declaration-quote-unclosed": ([name, sign], { problem }) => ({
    message: l10n.t("The value of {0} has no closing {1}.", name, sign),
    fixes: () => [insertFix(problem.end, sign)],
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
    fixes: () => context.problem.related.map((at) => fix(l10n.t("Insert {0}", "?>"), replace(at, "?>"))),
  }),
});

function quoted(value: string): string {
  return value === "" ? '""' : shown(value);
}

/** Removes the XML declaration, after which the document is XML 1.0. */
function removeDeclaration({ xml, problem }: ProblemContext): readonly Fix[] {
  const node = nodeAt(xml, problem.start);
  if (node?.kind !== "declaration") return [];
  return [fix(l10n.t("Remove the XML declaration"), removeNode(xml.text, node))];
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
      const removal = fix(l10n.t("Remove it"), removeNode(context.xml.text, context.problem));
      return root === "" || isPart ? [removal] : [belowSeparator(context), removal];
    },
  }),
  "cdata-outside-root": () => ({
    message: l10n.t("A CDATA section is allowed only inside the root element."),
  }),
});

/** Makes the second envelope a request of its own, with the header section of the first request and a new Content-Length. */
function divideEnvelopes({ xml, problem, owner }: ProblemContext): readonly Fix[] {
  const second = elementAt(xml, problem.start);
  if (second?.local !== "Envelope" || xml.root?.local !== "Envelope") return [];
  const copy = removeCopy(xml.text, xml.root, second);
  if (!(owner instanceof Message) || owner.multipart) return copy;
  const head = headFor(owner, xml.text.slice(second.start, xml.end));
  const division = insert(second.start, separatorAt(xml.text, second.start) + head);
  return [fix(l10n.t("Make it a separate request below ###"), division), ...copy];
}

/** A separator line, with a line break before it unless the offset starts a line. */
function separatorAt(text: string, offset: number): string {
  const lineBreak = firstBreak(text);
  const startsLine = offset === 0 || /[\r\n]/.test(text.charAt(offset - 1));
  return `${startsLine ? "" : lineBreak}###${lineBreak}`;
}

/** Inserts a separator before text. Below a separator, lines must be comments or definitions, so other lines become comments. */
function belowSeparator({ xml: { text }, problem, typed }: ProblemContext): Fix {
  const edits = [insert(problem.start, separatorAt(text, problem.start))];
  for (const { 0: line, index } of typed.matchAll(/[^\r\n]+/g)) {
    if (!/^\s*(?:#|\/\/|@\w+\s*=|$)/.test(line)) edits.push(insert(problem.start + index, "# "));
  }
  return fix(l10n.t("Move it below ###"), ...edits);
}

/** The first line and header section of a message, with the Content-Length of another body. */
function headFor(message: Message, body: string): string {
  const { text, syntax, scope } = message;
  const line = syntax.startLine;
  if (!line || !syntax.body) return "";
  const from = line.start;
  const head = text.slice(from, syntax.body.start);
  const field = message.field("content-length");
  const copy = firstMessage(head + body, scope);
  const count = copy && countText(copy);
  if (!field || count === undefined || !/^\d+$/.test(field.value.text)) return head;
  const { start, end } = field.value.typed;
  return head.slice(0, start - from) + count + head.slice(end - from);
}
