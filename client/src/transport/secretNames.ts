/** Where a name stands decides how much is taken for a secret: `key` is one as a parameter, and a plain word in XML. */
export type NamePlace = "header" | "parameter" | "data";

/** Of names in small letters, without their separators. */
const parts =
  /authorization|password|passwd|passphrase|passwort|kennwort|pwd|pswd|userpass|secret|token|credential|cookie|apikey|accesskey|authkey|privatekey|secretkey|sharedkey|accountkey|subscriptionkey|functionskey|licen[cs]ekey|clientkey|userkey|masterkey|signingkey|encryptionkey|session|assertion|nonce|saml(?:response|request|art)|hmac/;
/** With these somebody else can pay. */
const ofCards =
  /cardn(?:umber|o|r)$|ccnumber|creditcard|cvv|cvc|cardverification|securitycode|kartennummer|pruefziffer/;
const whole = new Set(["auth", "bearer", "jwt", "otp", "pass", "passcode", "pin", "sid", "ssn"]);
const ofHeaders = /key$|^xauth|signature/;
const ofParameters = new Set(["code", "key", "pw", "sig", "ticket", "wresult"]);

/** Whether the value that stands under a name may prove who somebody is. `name`: without a prefix. */
export function isSecretName(name: string, place: NamePlace): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  // Of WS-Security: it holds a name and a password, each of which is looked at.
  if (plain === "usernametoken") return false;
  return (
    parts.test(plain) ||
    ofCards.test(plain) ||
    whole.has(plain) ||
    (place === "header" && ofHeaders.test(plain)) ||
    (place === "parameter" && (ofParameters.has(plain) || /(?:key|signature)$/.test(plain)))
  );
}
