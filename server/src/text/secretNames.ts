/** Parts of names that suggest a secret, in lower case and without separators. */
const parts =
  /authorization|password|passwd|passphrase|passwort|kennwort|pwd|pswd|userpass|secret|token|credential|cookie|session|assertion|nonce|saml(?:response|request|art)|hmac|signature|key$|^xauth/;
const longerKeys =
  /apikey|accesskey|authkey|privatekey|secretkey|sharedkey|accountkey|subscriptionkey|functionskey|licen[cs]ekey|clientkey|userkey|masterkey|signingkey|encryptionkey/;
const ofCards =
  /cardn(?:umber|o|r)$|ccnumber|creditcard|cvv|cvc|cardverification|securitycode|kartennummer|pruefziffer/;
const whole = new Set(["auth", "bearer", "jwt", "otp", "pass", "passcode", "pin", "sid", "ssn"]);

/** Whether the name of a file shows that it contains secrets. Such a file is only read for the values in it. */
export function isSecretFile(path: string): boolean {
  return /(?:^|[\\/])(?:\.env|http-client\.private\.env\.json)$/i.test(path);
}

/** Whether a path suggests that its value is a secret: by its last name, or by a name in the arguments of a function. */
export function isSecretPath(path: string): boolean {
  // Names in predicates are of the searched elements, except in brackets of a JSONPath: $['token'].
  const names = path.replace(/\[(?!\s*['"])[^[\]]*\]/g, " ").split(/[^\w-]+/);
  const isComputed = /\(\s*[^\s)]/.test(path) && !/^\s*(?:boolean|count|empty|exists|not|string-length)\(/.test(path);
  return isComputed ? names.some(isSecretHeader) : isSecretHeader(names.findLast((part) => part !== "") ?? "");
}

export function isSecretHeader(name: string): boolean {
  const judgment = judged.get(name);
  if (judgment !== undefined) return judgment;
  const isSecret = isSecretName(name);
  if (judged.size < mostJudged && name.length < 100) judged.set(name, isSecret);
  return isSecret;
}

/** The results by name. Kept, because messages contain the same names again and again. */
const judged = new Map<string, boolean>();
const mostJudged = 2_000;

function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  // This element of WS-Security contains a name and a password, and isn't a secret itself.
  if (plain === "usernametoken") return false;
  return parts.test(plain) || longerKeys.test(plain) || ofCards.test(plain) || whole.has(plain);
}

/** Like `isSecretHeader`, but false for names such as `token_type` and `passwordPolicy`, whose values are no secrets. */
export function isSecretMember(name: string): boolean {
  return isSecretHeader(name) && !aboutSecrets.test(name);
}

const aboutSecrets =
  /(?:type|ur[il]|endpoint|address|names?|timeout|expir(?:y|es|ed|ation)|ttl|lifetime|length|policy|count|format|prefix|field)$/i;
