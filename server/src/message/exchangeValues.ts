import * as l10n from "@vscode/l10n";
import { declaredName, qualifierOf, unknownRequest } from "../expectations/declared.ts";
import { parseReference, parseRequestPart, type ResponseReference } from "../expectations/reference.ts";
import { callbackAddress, callbackHost } from "../format/document.ts";
import type { SecretSource } from "../protocol/sendingProtocol.ts";
import type { ReceivedValue, Sending } from "../variables/sending.ts";
import { atSending, type VariableValue } from "../variables/value.ts";
import type { FileVariables, LaterNames } from "./fileVariables.ts";

export function receivedValue(name: string, value: ReceivedValue): VariableValue {
  const own: readonly SecretSource[] = value.secret ? [{ from: "received", name }] : [];
  return { kind: "text", ...value, origin: l10n.t("another response or a data file"), sources: value.sources ?? own };
}

/**
 * The value of `request.…` in a response of a mock service, or of a variable that no response has set yet.
 * @param later names of variables that responses set
 */
export function requestedValue(name: string, later: ReadonlySet<string>, sending: Sending | undefined): VariableValue {
  const part = parseRequestPart(name);
  if (part && "why" in part) return { kind: "undefined", why: part.why };
  if (!part) return later.has(name) ? requested("") : { kind: "undefined" };
  return sending?.requested ? requested(sending.requested(part)) : atSending;
}

function requested(text: string): VariableValue {
  return { kind: "text", text, origin: l10n.t("the request"), secret: false };
}

/** The exchange to which a name such as `login.response.…` refers, or a value that explains why there is none. */
export function exchangeReference(name: string, { columns, declared }: LaterNames): ResponseReference | VariableValue {
  if (columns.includes(name)) {
    const why = l10n.t("The value comes from a row of # @data. Run the request that has this directive as a test.");
    return { kind: "undefined", why };
  }
  const reference = parseReference(name);
  if (!reference) {
    const setBy = declared.setBy.get(name)?.[0];
    const alias = qualifierOf(name);
    if (!setBy && declared.unread.has(alias))
      return { kind: "undefined", why: l10n.t("The file that is imported as {0} can't be read.", alias) };
    return setBy ? { kind: "undefined", why: notSent(declaredName(setBy)) } : { kind: "undefined" };
  }
  if ("why" in reference) return { kind: "undefined", why: reference.why };
  const why = unknownRequest(reference.request, declared);
  return why === undefined ? reference : { kind: "undefined", why };
}

/** The value of a reference to an exchange in a sending, or a value that explains why there is none. */
export function referredValue(name: string, reference: ResponseReference, sending: Sending): VariableValue {
  const value = sending.reference?.(reference) ?? notSent(reference.request);
  return typeof value === "string" ? { kind: "undefined", why: value } : receivedValue(name, value);
}

function notSent(request: string | undefined): string {
  return request === undefined
    ? l10n.t("The value comes from another response. Run the file with soaphttp test.")
    : l10n.t("The value comes from the response of {0}. Run the file with soaphttp test.", request);
}

/** Whether a name refers to the address of a mock service that the file or a command starts. */
export function isMockName(name: string, { mocks, declared }: Pick<FileVariables, "mocks" | "declared">): boolean {
  if (mocks.length > 0) return mocks.includes(name);
  const isOther = declared.unread.has("mock") || declared.setBy.has(name);
  return !isOther && (name === "mock" || (/^mock\.[A-Za-z_][\w.-]*$/.test(name) && !parseReference(name)));
}

/** The value of a name for the address of callbacks, before the address is known; `undefined` for other names. */
export function callbackValue(
  name: string,
  { callbacks }: Pick<FileVariables, "callbacks">,
  isForSending: boolean,
): VariableValue | undefined {
  if (name !== callbackHost && name !== callbackAddress) return undefined;
  if (callbacks.includes(name) && !isForSending) return atSending;
  const [first] = callbacks;
  const why = callbacks.includes(name)
    ? l10n.t("Nothing listens for the requests of # @receive.")
    : first === undefined
      ? l10n.t("This file receives no request. Write # @receive POST /callback within 30 s above a response.")
      : l10n.t("The paths of # @receive differ. Write {0} and a path.", "http://{{callback.host}}");
  return { kind: "undefined", why };
}

export function noMock({ mocks }: Pick<FileVariables, "mocks">): VariableValue {
  const why =
    mocks.length > 0
      ? l10n.t(
          "The mock service of # @mock isn't running. It is started when the request is sent, but not by VS Code in a browser.",
        )
      : l10n.t(
          "No mock service is running. Name its file at the top of this file, such as # @mock ./calc.soapmock, or use soaphttp test --mock.",
        );
  return { kind: "undefined", why };
}
