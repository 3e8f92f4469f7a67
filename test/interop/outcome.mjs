// The outcome of a request as text, for the table.

/**
 * @param {object} exchange as `soaphttp send --format json` writes it
 * @returns {string} status and framing, and if present: a 1xx response, a content coding, a Fault, a second response
 */
export function outcomeOf({ response, failure }) {
  if (response === null) return failure.title;
  const { status, framing, contentCoding, fault, body } = response;
  const bytes = Buffer.from(response.bytes, "base64").toString("latin1");
  const surplus = Buffer.from(response.surplus, "base64").toString("latin1");
  return [
    ...(/^HTTP\/1\.[01] 1\d\d/.test(bytes) ? [`${bytes.slice(9, 12)} first`] : []),
    `${status} ${framing}`,
    ...contentCoding,
    ...(fault === null ? [] : [`Fault “${reasonOf(fault)}”`]),
    ...(fault === null && !bodyHasResult(body) ? [body === "" ? "no body" : "no result"] : []),
    ...(surplus === "" ? [] : [surplus.startsWith("HTTP/") ? `then ${surplus.slice(9, 12)}` : "then other bytes"]),
    ...(failure === null ? [] : [failure.title]),
  ].join(" · ");
}

/** Returns the reason without the advice after it, and without the source location that some libraries add. */
function reasonOf({ summary }) {
  return summary.split(" · ")[0].replace(/ at \/.*/s, "");
}

function bodyHasResult(body) {
  return />42</.test(Buffer.from(body, "base64").toString("utf8"));
}
