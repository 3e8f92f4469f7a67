import * as l10n from "@vscode/l10n";
import type { Entry, Har, Timings } from "har-format";
import { redacted } from "../../../../server/src/text/redaction.ts";
import { authenticationText, schemeName } from "../../core/exchange/authenticationText.ts";
import { changeText, unsentLines } from "../../core/exchange/details.ts";
import { responseOf } from "../../core/exchange/exchange.ts";
import { explain, failureTitle, type Shell } from "../../core/failures/failures.ts";
import { lastRequest, urlOf } from "../../transport/redirect.ts";
import type { Redirect, SendResult } from "../../transport/result.ts";
import { noResponse, type SentRequest, toHarRequest, toHarResponse } from "./messages.ts";
import { type Redaction, type Revealing, redactionOf } from "./redaction.ts";

/*
 * HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/). Times are milliseconds, sizes are bytes.
 */

/** A request, and its response or failure. */
export interface HarExchange extends Revealing {
  readonly label: string | undefined;
  /** In the form of `Date.now()`. */
  readonly at: number;
}

/** An archive without entries. `version`: the version of this program. */
export function emptyHar(version: string): Har {
  const comment = l10n.t("Secrets are replaced with {0}. Sizes are those before the replacement.", redacted);
  return { log: { version: "1.2", creator: { name: "soaphttp", version }, comment, entries: [] } };
}

/** The entries of an exchange: one for each redirect that was followed and each challenge that was answered, and one for the last request. */
export function harEntries(exchange: HarExchange, shell: Shell): readonly Entry[] {
  const { request, result, at } = exchange;
  const redaction = redactionOf(exchange);
  if (result === undefined) return [unsentEntry(exchange, redaction)];
  const { redirects, authentication = [] } = result;
  const sentAfter = (count: number) => ({ request: lastRequest(request, redirects.slice(0, count)), changes: [] });
  const asked = (count: number) =>
    authentication
      .filter((one) => one.redirects === count)
      .map((challenge) => {
        const comment = l10n.t("This challenge ({0}) was answered. Its time is unknown.", schemeName(challenge.scheme));
        return earlierEntry(exchange, { ...sentAfter(count), ...challenge }, challenge, redaction, comment);
      });
  const redirected = redirects.flatMap((redirect, index): readonly Entry[] => {
    const comment = l10n.t("This redirect was followed. Its time is unknown.");
    return [
      ...asked(index),
      earlierEntry(exchange, { ...sentAfter(index), ...redirect }, redirect, redaction, comment),
    ];
  });
  const earlier = [...redirected, ...asked(redirects.length)];
  const timings = timingsOf(result);
  const time = timeOf(timings);
  const start = earlier.length === 0 ? at : at + Math.max(0, result.timings.total - time);
  const response = responseOf(result);
  const comments = [
    ...(exchange.label === undefined ? [] : [exchange.label]),
    ...(result.kind === "response" ? [] : [`${failureTitle(result, shell)}. ${explain(result, shell).cause}`]),
    ...[authenticationText(result) ?? []].flat(),
    ...unsentLines(result),
  ];
  const sent = { request: lastRequest(request, redirects), ...result };
  const changes = result.changes.map(changeText).join("; ");
  const last: Entry = {
    startedDateTime: new Date(start).toISOString(),
    time,
    request: {
      ...toHarRequest(sent, redaction),
      ...(changes === "" ? {} : { comment: redaction.text(changes) }),
    },
    response: response === undefined ? noResponse : toHarResponse(response, redaction),
    cache: {},
    timings,
    ...(result.remote === undefined ? {} : { serverIPAddress: result.remote.address }),
    ...commentOf(comments, redaction),
  };
  return [...earlier, last];
}

function unsentEntry({ request, at, label }: HarExchange, redaction: Redaction): Entry {
  const sent: SentRequest = { request, method: request.method, url: urlOf(request), changes: [], wire: nothingSent };
  return {
    startedDateTime: new Date(at).toISOString(),
    time: 0,
    request: toHarRequest(sent, redaction),
    response: noResponse,
    cache: {},
    timings: unknownTimings,
    ...commentOf([...(label === undefined ? [] : [label]), l10n.t("The request was not sent.")], redaction),
  };
}

const nothingSent = { sent: new Uint8Array(0), received: new Uint8Array(0) };

function earlierEntry(
  { at, label }: HarExchange,
  sent: SentRequest,
  redirect: Pick<Redirect, "message">,
  redaction: Redaction,
  comment: string,
): Entry {
  return {
    startedDateTime: new Date(at).toISOString(),
    time: 0,
    request: toHarRequest(sent, redaction),
    response: toHarResponse(redirect.message, redaction),
    cache: {},
    timings: unknownTimings,
    ...commentOf([...(label === undefined ? [] : [label]), comment], redaction),
  };
}

function commentOf(sentences: readonly string[], redaction: Redaction): { readonly comment?: string } {
  return sentences.length === 0 ? {} : { comment: redaction.text(sentences.join(" – ")) };
}

/** The specification requires the last three, and doesn't allow -1 for them. */
const unknownTimings: Timings = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 };

/** The time of sending is part of the wait for the first byte. */
function timingsOf({ timings, redirects, authentication = [] }: SendResult): Timings {
  const { dns, tcp, tls, firstByte, download = 0, total } = timings;
  const connecting = (dns ?? 0) + (tcp ?? 0) + (tls ?? 0);
  // Without a first byte, the whole time was a wait, unless earlier attempts are part of it.
  const until = firstByte ?? (redirects.length + authentication.length > 0 ? connecting : total - download);
  return {
    ...unknownTimings,
    dns: dns ?? -1,
    connect: tcp === undefined && tls === undefined ? -1 : (tcp ?? 0) + (tls ?? 0),
    ssl: tls ?? -1,
    wait: Math.max(0, until - connecting),
    receive: download,
  };
}

/** The sum of the known times. TLS is part of `connect`. */
function timeOf({ dns = -1, connect = -1, wait, receive }: Timings): number {
  return Math.max(0, dns) + Math.max(0, connect) + wait + receive;
}
