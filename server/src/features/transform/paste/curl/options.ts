export interface CurlOption {
  /** The long name, such as `--header`. */
  readonly name: string;
  /** The argument; `undefined` for an option without an argument. */
  readonly value: string | undefined;
}

export interface CurlArguments {
  readonly options: readonly CurlOption[];
  readonly urls: readonly string[];
}

/** The words after `curl`, in the groups that `--next` separates. */
export function readArguments(words: readonly string[]): readonly CurlArguments[] {
  let group = { options: [] as CurlOption[], urls: [] as string[] };
  const groups = [group];
  let onlyUrls = false;
  const queue = words.values();
  for (const word of queue) {
    if (onlyUrls || !/^-./.test(word)) group.urls.push(word);
    else if (word === "--") onlyUrls = true;
    else if (word === "--next" || word === "-:") {
      group = { options: [], urls: [] };
      groups.push(group);
    } else {
      for (const { name, rest } of optionsIn(word)) {
        const value = withArgument.has(name) ? rest || (queue.next().value ?? "") : undefined;
        group.options.push({ name, value });
      }
    }
  }
  return groups.filter(({ options, urls }) => options.length > 0 || urls.length > 0);
}

/** Only the last option in a word such as `-sSLd text` may have an argument: the rest of the word, or the next word. */
function optionsIn(word: string): readonly { readonly name: string; readonly rest: string }[] {
  if (word.startsWith("--")) return [{ name: aliases.get(word) ?? word, rest: "" }];
  const letters = Array.from({ length: word.length - 1 }, (_, index) => {
    const letter = `-${word.charAt(index + 1)}`;
    return { name: aliases.get(letter) ?? letter, rest: word.slice(index + 2) };
  });
  const last = letters.findIndex(({ name }) => withArgument.has(name));
  return last < 0 ? letters : letters.slice(0, last + 1);
}

export function values(options: readonly CurlOption[], name: string): string[] {
  return options.flatMap((option) => (option.name === name ? (option.value ?? []) : []));
}

export function last(options: readonly CurlOption[], name: string): string | undefined {
  return values(options, name).at(-1);
}

export function has(options: readonly CurlOption[], name: string): boolean {
  return options.some((option) => option.name === name);
}

/** Options for the output or the connection, which don't affect the message. */
export const withoutEffect = wordsIn(`
  --silent --show-error --verbose --include --fail --fail-with-body --fail-early --no-buffer --progress-bar --globoff
  --disable --http1.1 --no-progress-meter --path-as-is --styled-output --no-styled-output --tcp-nodelay --no-keepalive
  --basic --ipv4 --remote-time --xattr --raw
`);

/** Options whose values are secret and never shown. */
export const secret = wordsIn(`
  --cert --pass --proxy-cert --proxy-pass --proxy-tlspassword --proxy-user --tlspassword --user --oauth2-bearer
`);

const aliasList = `
  -X --request, -H --header, -d --data, --data-ascii --data, -F --form, -T --upload-file, -u --user, -A --user-agent,
  -e --referer, -b --cookie, -G --get, -I --head, -k --insecure, -L --location, -m --max-time, -x --proxy,
  -U --proxy-user, -o --output, -O --remote-name, -D --dump-header, -w --write-out, -E --cert, -K --config,
  -C --continue-at, -c --cookie-jar, -P --ftp-port, -Q --quote, -r --range, -t --telnet-option, -y --speed-time,
  -Y --speed-limit, -z --time-cond, -s --silent, -S --show-error, -v --verbose, -i --include, -f --fail,
  -N --no-buffer, -# --progress-bar, -g --globoff, -q --disable, -0 --http1.0, -4 --ipv4, -6 --ipv6, -n --netrc,
  -R --remote-time
`;

const aliases: ReadonlyMap<string, string> = new Map(
  aliasList.split(",").map((pair) => {
    const [alias = "", name = ""] = pair.trim().split(" ");
    return [alias, name];
  }),
);

/** All curl options with an argument according to its manual page, so that arguments aren't mistaken for URLs. */
const withArgument = wordsIn(`
  --request --header --data --data-binary --data-raw --data-urlencode --json --form --form-string --upload-file --url
  --url-query --user --user-agent --referer --cookie --max-time --request-target --oauth2-bearer --range
  --abstract-unix-socket --alt-svc --aws-sigv4 --cacert --capath --cert --cert-type --ciphers --config
  --connect-timeout --connect-to --continue-at --cookie-jar --create-file-mode --crlfile --curves --delegation
  --dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url --dump-header --egd-file --engine
  --etag-compare --etag-save --expect100-timeout --ftp-account --ftp-alternative-to-user --ftp-method --ftp-port
  --ftp-ssl-ccc-mode --happy-eyeballs-timeout-ms --hostpubmd5 --hostpubsha256 --hsts --interface --ipfs-gateway
  --keepalive-time --key --key-type --krb --libcurl --limit-rate --local-port --login-options --mail-auth --mail-from
  --mail-rcpt --max-filesize --max-redirs --netrc-file --noproxy --output --output-dir --parallel-max --pass
  --pinnedpubkey --preproxy --proto --proto-default --proto-redir --proxy --proxy-cacert --proxy-capath --proxy-cert
  --proxy-cert-type --proxy-ciphers --proxy-crlfile --proxy-header --proxy-key --proxy-key-type --proxy-pass
  --proxy-pinnedpubkey --proxy-service-name --proxy-tls13-ciphers --proxy-tlsauthtype --proxy-tlspassword
  --proxy-tlsuser --proxy-user --proxy1.0 --pubkey --quote --random-file --rate --resolve --retry --retry-delay
  --retry-max-time --sasl-authzid --service-name --socks4 --socks4a --socks5 --socks5-gssapi-service --socks5-hostname
  --speed-limit --speed-time --stderr --telnet-option --tftp-blksize --time-cond --tls-max --tls13-ciphers
  --tlsauthtype --tlspassword --tlsuser --trace --trace-ascii --trace-config --unix-socket --variable --write-out
  --vlan-priority --ip-tos --haproxy-clientip --ech
`);

export function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
