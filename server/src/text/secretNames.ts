/** Parts of names in lower case, without separators. */
const parts =
  /authorization|password|passwd|passphrase|passwort|kennwort|pwd|pswd|userpass|secret|token|credential|cookie|session|assertion|nonce|saml(?:response|request|art)|hmac|signature|key$|^xauth/;
const longerKeys =
  /apikey|accesskey|authkey|privatekey|secretkey|sharedkey|accountkey|subscriptionkey|functionskey|licen[cs]ekey|clientkey|userkey|masterkey|signingkey|encryptionkey/;
const ofCards =
  /cardn(?:umber|o|r)$|ccnumber|creditcard|cvv|cvc|cardverification|securitycode|kartennummer|pruefziffer/;
const whole = new Set(["auth", "bearer", "jwt", "otp", "pass", "passcode", "pin", "sid", "ssn"]);

/** Whether a file holds secrets by its name, so that it is only read for its values. */
export function isSecretFile(path: string): boolean {
  return /(?:^|[\\/])(?:\.env|http-client\.private\.env\.json)$/i.test(path);
}

/** Whether the last name of a path, or any name that a function in it gets, suggests that its value is a secret. */
export function isSecretPath(path: string): boolean {
  // Names in predicates are of what is searched, but not in the brackets of a JSONPath: $['token'].
  const names = path.replace(/\[(?!\s*['"])[^[\]]*\]/g, " ").split(/[^\w-]+/);
  const isComputed = /\(\s*[^\s)]/.test(path) && !/^\s*(?:boolean|count|empty|exists|not|string-length)\(/.test(path);
  return isComputed ? names.some(isSecretHeader) : isSecretHeader(names.findLast((part) => part !== "") ?? "");
}

/** Whether the value of a header may be a secret, judged by its name. */
export function isSecretHeader(name: string): boolean {
  const judgment = judged.get(name);
  if (judgment !== undefined) return judgment;
  const isSecret = isSecretName(name);
  if (judged.size < mostJudged && name.length < 100) judged.set(name, isSecret);
  return isSecret;
}

/** Messages have the same names again and again. */
const judged = new Map<string, boolean>();
const mostJudged = 2_000;

function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  // The element of WS-Security that contains a name and a password.
  if (plain === "usernametoken") return false;
  return parts.test(plain) || longerKeys.test(plain) || ofCards.test(plain) || whole.has(plain);
}

/** As `isSecretHeader`, without names such as `token_type` and `passwordPolicy`, which only are about a secret. */
export function isSecretMember(name: string): boolean {
  return isSecretHeader(name) && !aboutSecrets.test(name);
}

const aboutSecrets =
  /(?:type|ur[il]|endpoint|address|names?|timeout|expir(?:y|es|ed|ation)|ttl|lifetime|length|policy|count|format|prefix|field)$/i;
