import * as l10n from "@vscode/l10n";
import { httpRootOf } from "../contract/check/expectations.ts";
import { responseProblems } from "../contract/check/responseProblems.ts";
import type { ReadContent } from "../evaluation/readContent.ts";
import { directiveValues } from "../format/preamble.ts";
import type { Message } from "../message/message.ts";
import { problemText } from "../rules/schema/words.ts";
import { readEnvelope } from "../soap/envelope.ts";
import { envelopeNamespaces, type SoapVersion } from "../soap/facts.ts";
import { LineIndex } from "../text/lines.ts";

/** Sentences about the problems, with line and column in the body, or about why the response can't be checked. */
export function contractProblems(request: Message, response: ReadContent): readonly string[] {
  const { contract } = request;
  const operation = contract.kind === "found" ? contract.operation?.operation : undefined;
  if (contract.kind !== "found" || !operation) return [whyNoOperation(request)];
  const { schemas } = contract.contract;
  if (operation.output === undefined && response.text === "") return [];
  const { protocol } = operation.binding ?? {};
  // An HTTP binding that doesn't name an element allows any content.
  if (protocol?.kind === "http" && !httpRootOf(operation, schemas)) return [];
  const { xml, tooLarge } = response;
  if (!xml) return [tooLarge ?? l10n.t("The body isn't XML.")];
  if (xml.problems.length > 0 || !xml.root) return [l10n.t("The body isn't well-formed XML.")];
  const envelope = readEnvelope(xml);
  if (!envelope && !httpRootOf(operation, schemas)) return [l10n.t("The body isn't a SOAP Envelope.")];
  if (envelope && protocol?.kind === "soap" && envelope.version !== protocol.version) {
    return [wrongVersion(envelope.namespace ?? "", protocol.version)];
  }
  const { isMultipart } = response;
  const problems = responseProblems({
    schemas,
    operation,
    document: xml,
    envelope,
    isMultipart,
    resolve: (text) => text,
  });
  const lines = new LineIndex(response.text);
  return problems.map((problem) => {
    const { start } = problem.at;
    const line = lines.at(start);
    return `${line + 1}:${start - lines.startOf(line) + 1}: ${problemText(problem, schemas, "output", xml)}`;
  });
}

function wrongVersion(namespace: string, version: SoapVersion): string {
  return l10n.t(
    "The binding requires SOAP {0}, whose Envelope is in the namespace {1}, but this one is in {2}.",
    version,
    envelopeNamespaces[version],
    namespace,
  );
}

function whyNoOperation(request: Message): string {
  switch (request.contract.kind) {
    case "none":
      return (
        whyUnread(request) ??
        l10n.t("No WSDL has the operation of this request. Name the WSDL with # @wsdl above the request.")
      );
    case "pending":
      return l10n.t("The WSDL of this request is still being read. Try again.");
    case "ambiguous":
      return l10n.t("Several operations match. Choose one with # @operation above the request.");
    case "found":
      return l10n.t("The WSDL has no operation for this request. Choose one with # @operation above the request.");
  }
}

/** A sentence about why a WSDL that the author names wasn't read. */
function whyUnread({ segment, scope }: Message): string | undefined {
  const own = directiveValues(segment, "wsdl");
  for (const location of own.length > 0 ? own : scope.variables.wsdls) {
    const contract = scope.resolver.contracts.at(location);
    const file = contract?.file;
    if (typeof file === "object" && "refused" in file) return `${location}: ${file.refused}`;
    if (file === undefined) return l10n.t("The WSDL {0} doesn't exist, or isn't read here.", location);
  }
  return undefined;
}
