import { context, der, derOid, octets, readDer, tags } from "../../../../server/src/crypto/der.ts";
import { lazily } from "../../../../server/src/text/memoized.ts";

/* The tokens of SPNEGO (RFC 4178), which agree on a mechanism. Only NTLM is offered, so that nothing weaker can be chosen. */

/** MechTypeList, the part that a MIC protects. */
export const mechTypes = lazily(() => der(tags.sequence, derOid("1.3.6.1.4.1.311.2.2.10")));

/** Tag of an InitialContextToken (RFC 2743 section 3.1). */
const initial = 0x60;

/** Returns a NegTokenInit with the first message of NTLM. */
export function firstToken(message: Uint8Array): Uint8Array {
  const fields = [der(context(0), mechTypes()), tokenField(message)];
  return der(initial, derOid("1.3.6.1.5.5.2"), der(context(0), der(tags.sequence, ...fields)));
}

/** Returns a NegTokenResp with a message and the MIC of the `mechTypes`, if they were sent. */
export function nextToken(message: Uint8Array, mic: Uint8Array | undefined): Uint8Array {
  const micField = mic ? [der(context(3), der(tags.octetString, mic))] : [];
  return der(context(1), der(tags.sequence, tokenField(message), ...micField));
}

function tokenField(message: Uint8Array): Uint8Array {
  return der(context(2), der(tags.octetString, message));
}

/** The message of the mechanism in a NegTokenInit or NegTokenResp; undefined if there is none. */
export function messageIn(token: Uint8Array): Uint8Array | undefined {
  const whole = readDer(token);
  const choice = whole?.tag === initial ? whole.children[1] : whole;
  const fields = choice && [context(0), context(1)].includes(choice.tag) ? choice.children[0]?.children : undefined;
  return octets(fields?.find(({ tag }) => tag === context(2))?.children[0]);
}
