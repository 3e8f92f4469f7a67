import * as l10n from "@vscode/l10n";
import { parseUrl } from "../contract/find.ts";
import type { ContractOperation } from "../contract/operationReference.ts";
import { elementText } from "../contract/write/namespaces.ts";
import { parameter } from "../http/mediaType.ts";
import type { Message } from "../message/message.ts";
import type { Span } from "../text/span.ts";
import { elementValueSpan } from "../validation/content.ts";
import type { Operation } from "../wsdl/model.ts";
import { payloadOf } from "../wsdl/operations.ts";
import { textContent } from "../xml/query.ts";
import { changeTo, setValue } from "./edits.ts";
import { type Report, type Rule, rule } from "./rule.ts";
import { versionPlace } from "./soap/xmlMessage.ts";

/** The rules that compare the head of a request with the operation that it calls. */
export const operationRules: readonly Rule[] = [
  rule("schema-action", "warning", "WSDL 1.1 section 3.4; WS-Addressing 1.0 Metadata section 4.4", action),
  rule("schema-version", "warning", "WSDL 1.1 section 3.3", version),
  rule("schema-address", "hint", "WSDL 1.1 section 3.8", address),
];

function matchesOf({ contract }: Message): readonly ContractOperation[] {
  return contract.kind === "found" && contract.operation ? [contract.operation, ...contract.matches] : [];
}

function* action(message: Message): Iterable<Report> {
  const matches = matchesOf(message);
  const [match] = matches;
  const payload = match && payloadOf(match.operation, "input");
  // A request with the payload of another operation probably has the action of that operation, too.
  if (!match || (payload && message.payload && message.payload.local !== payload.local)) return;
  const expected = match.operation.soapAction;
  // Services ignore the action if the WSDL has none.
  if (expected && !matches.some(({ operation }) => operation.soapAction === message.action)) {
    yield* soapAction(message, expected);
  }
  yield* addressingAction(message, match.operation);
}

function* soapAction(message: Message, expected: string): Iterable<Report> {
  const { envelope, contentType } = message;
  if (envelope?.version === "1.1") {
    const field = message.field("soapaction");
    if (!field?.value.known) return;
    const written = `"${expected}"`;
    yield {
      at: field.value.typed.start < field.value.typed.end ? field.value.typed : field.line.name,
      message: l10n.t("SOAPAction is {0}, but the operation has {1}.", field.value.text || '""', written),
      fixes: () =>
        canWriteAction(expected)
          ? [{ ...changeTo(field.value.typed, written), edits: [setValue(field, written)] }]
          : [],
    };
  } else if (envelope?.version === "1.2" && contentType?.field.value.known) {
    const given = parameter(contentType.mediaType, "action");
    if (!given) return;
    const at = contentType.field.value.at(given.valueSpan);
    yield {
      at,
      message: l10n.t("The action is {0}, but the operation has {1}.", given.value, expected),
      fixes: () => (canWriteAction(expected) ? [changeTo(at, `"${expected}"`, expected)] : []),
    };
  }
}

/** Whether an action can be written in a header unchanged. Braces would begin a variable. */
export function canWriteAction(value: string): boolean {
  return !/\{\{|[\r\n"]/.test(value);
}

/** Checks the `Action` header of WS-Addressing, if the WSDL defines its value. */
function* addressingAction({ envelope, xml }: Message, operation: Operation): Iterable<Report> {
  const block = envelope?.headerBlocks.find(
    ({ element: { namespace, local } }) =>
      local === "Action" && namespace !== undefined && /addressing/.test(namespace),
  );
  const expected = statedAction(operation);
  if (!block || !xml || !expected) return;
  const text = textContent(xml, block.element).trim();
  if (text === "" || text.includes("{{") || text === expected) return;
  const at = elementValueSpan(xml, block.element);
  yield {
    at,
    message: l10n.t("The action is {0}, but the operation has {1}.", text, expected),
    fixes: () => [changeTo(at, elementText(expected), expected)],
  };
}

function statedAction({ input, abstract, soapAction }: Operation): string | undefined {
  const action = abstract?.input?.action;
  return (action?.explicit && action.value) || (soapAction ? input?.action : undefined);
}

function* version(message: Message): Iterable<Report> {
  const { envelope } = message;
  const matches = matchesOf(message);
  const versions = matches.flatMap(({ operation: { binding } }) =>
    binding?.protocol.kind === "soap" ? [binding.protocol.version] : [],
  );
  if (!envelope?.version || versions.length < matches.length || versions.length === 0) return;
  if (versions.includes(envelope.version)) return;
  yield {
    at: versionPlace(envelope),
    message: l10n.t(
      "The request is SOAP {0}, but the operation has only a binding for SOAP {1}.",
      envelope.version,
      [...new Set(versions)].join(", "),
    ),
  };
}

/** Compares the address with the WSDL. Doesn't report host names in the local network and variables, which differ on purpose. */
function* address(message: Message): Iterable<Report> {
  const { target, host, address: sent } = message;
  const matches = matchesOf(message);
  if (!sent || !target || matches.length === 0 || isLocal(sent.host)) return;
  if (isVariable(message, target.typed) || (host && isVariable(message, host.field.value))) return;
  const addresses = matches.map(({ port }) => parseUrl(port?.address?.value ?? ""));
  const urls = addresses.flatMap((one) => (one && /^https?:$/.test(one.protocol) ? [one] : []));
  const [first] = urls;
  if (!first || urls.length < addresses.length || urls.some((one) => isLocal(one.hostname))) return;
  const own = parseUrl(`${sent.scheme}://${sent.host}:${sent.port}${pathOf(message)}`);
  if (!own || urls.some((one) => one.host === own.host && one.pathname === own.pathname)) return;
  const isPath = urls.some((one) => one.host === own.host);
  yield {
    at: isPath || !host ? targetPlace(message) : host.field.value.typed,
    message: l10n.t("No port of the operation has this address. The WSDL has {0}.", first.href),
  };
}

function isVariable({ text }: Message, { typed }: { readonly typed: Span }): boolean {
  return text.slice(typed.start, typed.end).includes("{{");
}

function pathOf({ target }: Message): string {
  return target ? target.typed.text.slice(target.parts.pathAndQuery.start, target.parts.pathAndQuery.end) : "";
}

function targetPlace(message: Message): Span {
  return message.target?.typed.typed ?? message.headPlace;
}

function isLocal(host: string): boolean {
  return !host.includes(".") || /^(?:127\.|10\.|192\.168\.|\[)|\.(?:local|localhost|test|invalid)$/.test(host);
}
