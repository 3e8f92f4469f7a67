import * as l10n from "@vscode/l10n";
import type { OutgoingMessage } from "../../../../server/src/protocol/protocol.ts";
import { changesBetween, followRedirect, isRedirect, lastRequest, urlOf } from "../../transport/redirect.ts";
import type { TransportRequest } from "../../transport/transport.ts";
import { changeText } from "./details.ts";
import { type Exchange, responseOf } from "./exchange.ts";
import { withheldText } from "./secretSources.ts";
import { toTransportRequest, withTransportRequest } from "./transportRequest.ts";

export interface Following {
  readonly status: number;
  readonly before: TransportRequest;
  readonly request: TransportRequest;
  readonly sameOrigin: boolean;
  readonly unencrypted: boolean;
}

type FollowedExchange = Pick<Exchange, "message" | "result">;

/** Whether a browser may follow a redirect that it hides: it would send the secrets of the request to any origin. */
export function mayBrowserFollow({ result }: Pick<Exchange, "result">): boolean {
  if (result.kind !== "redirect-hidden") return false;
  const { secretFields = [], secretPlaces = [] } = result;
  return secretFields.length + secretPlaces.length === 0;
}

/** Undefined if the response isn't a redirect, or has no address that can be followed. */
export function followingOf(exchange: FollowedExchange): Following | undefined {
  const step = stepOf(exchange);
  if (step?.follow.kind !== "follow") return undefined;
  const { status, before, follow } = step;
  const { request, sameOrigin, unencrypted } = follow;
  return { status, before, request, sameOrigin, unencrypted };
}

/** Why a redirect can't be followed because of the secrets of its request, and what to do. */
export function whyWithheld(exchange: FollowedExchange): string | undefined {
  const { follow } = stepOf(exchange) ?? {};
  return follow?.kind === "secrets" ? withheldText(follow) : undefined;
}

function stepOf({ message, result }: FollowedExchange) {
  const response = responseOf(result);
  if (response === undefined || !isRedirect(response.status)) return undefined;
  const before = lastRequest(toTransportRequest(message), result.redirects);
  return { status: response.status, before, follow: followRedirect(before, response) };
}

/** The message to the target of a redirect. Its `changes` describe the difference from the text, without values. */
export function messageThatFollows(message: OutgoingMessage, following: Following): OutgoingMessage {
  const { status, before, request } = following;
  const kept = new Set(request.fields.map(({ name }) => name));
  const removed = before.fields.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
  const withheld = changesBetween(before, request).filter((one) => one.kind === "dropped" && one.sources);
  const changesMethod = request.method !== before.method;
  return {
    ...withTransportRequest(message, request),
    ...(changesMethod ? { soapVersion: undefined, contract: undefined } : {}),
    changes: [
      ...message.changes,
      l10n.t("This follows a redirect ({0}) to {1}.", status, `${request.scheme}://${request.host}:${request.port}`),
      ...(changesMethod ? [l10n.t("{0} became {1}, without the body.", before.method, request.method)] : []),
      ...(removed.length > 0 ? [l10n.t("Removed headers: {0}.", removed.join(", "))] : []),
      ...withheld.map((change) => `${changeText(change)}.`),
    ],
  };
}

export function followText({ status, before, request, sameOrigin }: Following): readonly [string, string] {
  const { method } = request;
  const url = urlOf(request);
  const [title, sends] =
    method === before.method
      ? [l10n.t("Follow"), l10n.t("Send the same {0} with the same bytes to {1}.", method, url)]
      : [
          l10n.t("Follow as {0}", method),
          l10n.t(
            "Send {0} without a body to {1}: a redirect with {2} changes {3} to it.",
            method,
            url,
            status,
            before.method,
          ),
        ];
  if (sameOrigin) return [title, sends];
  const omits = l10n.t(
    "This is another origin: headers with secrets and the client certificate of {0} are not sent to it.",
    before.host,
  );
  return [title, `${sends} ${omits}`];
}
