import * as l10n from "@vscode/l10n";
import type { OutgoingMessage } from "../../../../server/src/protocol.ts";
import { followRedirect, isRedirect, lastRequest, urlOf } from "../../transport/redirect.ts";
import type { TransportRequest } from "../../transport/transport.ts";
import { answerOf, type Exchange } from "./exchange.ts";
import { toTransportRequest, withTransportRequest } from "./transportRequest.ts";

/** The step from a redirect that is shown to where it leads. */
export interface Following {
  readonly status: number;
  /** What was answered with the redirect. */
  readonly before: TransportRequest;
  readonly request: TransportRequest;
  readonly sameOrigin: boolean;
  /** From https to http. */
  readonly unencrypted: boolean;
}

/** Undefined where the response is not a redirect, or has no address to follow. */
export function followingOf({ message, result }: Pick<Exchange, "message" | "result">) {
  const answer = answerOf(result);
  if (answer === undefined || !isRedirect(answer.status)) return undefined;
  const before = lastRequest(toTransportRequest(message), result.redirects);
  const follow = followRedirect(before, answer);
  if (follow.kind !== "follow") return undefined;
  const { request, sameOrigin, unencrypted } = follow;
  return { status: answer.status, before, request, sameOrigin, unencrypted } satisfies Following;
}

/** As the author's other messages, with what differs from the text in words. Values are not among them. */
export function messageThatFollows(message: OutgoingMessage, following: Following): OutgoingMessage {
  const { status, before, request } = following;
  const kept = new Set(request.fields.map(({ name }) => name));
  const left = before.fields.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
  const turned = request.method !== before.method;
  return {
    ...withTransportRequest(message, request),
    ...(turned ? { soapVersion: undefined } : {}),
    changes: [
      ...message.changes,
      l10n.t("This follows a redirect ({0}) to {1}.", status, `${request.scheme}://${request.host}:${request.port}`),
      ...(turned ? [l10n.t("{0} became {1}, without the body.", before.method, request.method)] : []),
      ...(left.length > 0 ? [l10n.t("Removed headers: {0}.", left.join(", "))] : []),
    ],
  };
}

/** The lens that follows, and what a click on it sends. */
export function followText({ status, before, request, sameOrigin }: Following): readonly [string, string] {
  const url = urlOf(request);
  const sends =
    request.method === before.method
      ? l10n.t("Send the same {0} with the same bytes to {1}.", request.method, url)
      : l10n.t(
          "Send {0} without a body to {1}: a redirect with {2} changes {3} to it.",
          request.method,
          url,
          status,
          before.method,
        );
  const stays = l10n.t(
    "This is another origin: headers with secrets and the client certificate of {0} are not sent to it.",
    before.host,
  );
  const title = request.method === before.method ? l10n.t("Follow") : l10n.t("Follow as {0}", request.method);
  return [title, sameOrigin ? sends : `${sends} ${stays}`];
}
