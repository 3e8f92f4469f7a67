import { escapedIn, linesOf, type ProgramLanguage } from "./syntax.ts";

const functions: ProgramLanguage["functions"] = {
  secret: `
function Get-Secret([string] $name) {
  $value = [Environment]::GetEnvironmentVariable($name)
  if ($null -eq $value) { throw "The environment variable $name is not set." }
  $value
}`,
  base64: `
function ConvertTo-Base64([string] $text) { [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($text)) }`,
  digest: `
function Get-PasswordDigest([string] $nonce, [string] $text) {
  [byte[]] $bytes = [Convert]::FromBase64String($nonce) + [Text.Encoding]::UTF8.GetBytes($text)
  [Convert]::ToBase64String([Security.Cryptography.SHA1]::Create().ComputeHash($bytes))
}`,
  xmlText: `
function ConvertTo-XmlText([string] $text) {
  $text.Replace('&', '&amp;').Replace('<', '&lt;').Replace('>', '&gt;').Replace("\`r", '&#13;')
}`,
  xmlAttribute: `
function ConvertTo-XmlAttribute([string] $text) {
  $text.Replace('&', '&amp;').Replace('<', '&lt;').Replace('>', '&gt;').Replace('"', '&quot;').
    Replace("'", '&apos;').Replace("\`t", '&#9;').Replace("\`n", '&#10;').Replace("\`r", '&#13;')
}`,
};

const names = {
  secret: "Get-Secret",
  base64: "ConvertTo-Base64",
  digest: "Get-PasswordDigest",
  xmlText: "ConvertTo-XmlText",
  xmlAttribute: "ConvertTo-XmlAttribute",
} as const;

const encodings = { utf8: "UTF8", latin1: "GetEncoding('iso-8859-1')" } as const;

export const powershell: ProgramLanguage = {
  name: "PowerShell",
  file: "request.ps1",
  about: [
    "Run it with: pwsh request.ps1",
    "Needs PowerShell 7.1 or newer. HttpClient sends Host first, the headers of the content last, known names in its own case, and the Content-Length of the body.",
  ],
  /** Characters that aren't ASCII are escaped, because typographic quotation marks end a literal, too. */
  literal: (text) => {
    if (/^[ -~]*$/.test(text)) return `'${text.replaceAll("'", "''")}'`;
    const [, line = "", end] = /^([ -~]+)(\r?\n)$/.exec(text) ?? [];
    if (end !== undefined) return `('${line.replaceAll("'", "''")}' + "${end === "\n" ? "`n" : "`r`n"}")`;
    const escapes = { '"': '`"', "`": "``", $: "`$", "\n": "`n", "\r": "`r", "\t": "`t" };
    const unpaired = (code: number) => `\`u{${code.toString(16)}}`;
    return `"${escapedIn(text, /["`$]|[^ -~]/gu, escapes, unpaired)}"`;
  },
  call: (helper, given) => `(${names[helper]} ${given.map((one) => `(${one})`).join(" ")})`,
  length: "[string] $body.Count",
  canSend: (value) => /^[\t -~]*$/.test(value),
  targets: /[\w\-.~!$&'()*+,;=:@/?]/,
  keepsChunks: false,
  functions,
  write: ({ comments, method, url, fields, body, timeout, functions: used }) => {
    const written = body.map(({ encoding, expression }) =>
      encoding === "base64"
        ? `$body.AddRange([Convert]::FromBase64String(${expression}))`
        : `$body.AddRange([Text.Encoding]::${encodings[encoding]}.GetBytes(${expression}))`,
    );
    return `#Requires -Version 7.1
${linesOf("# ", comments)}
$ErrorActionPreference = 'Stop'
${linesOf("", used)}
function Add-Header([string] $name, [string] $value) {
  if (-not $request.Headers.TryAddWithoutValidation($name, $value)) {
    [void] $request.Content.Headers.TryAddWithoutValidation($name, $value)
  }
}

$body = [Collections.Generic.List[byte]]::new()
${linesOf("", written)}$handler = [Net.Http.SocketsHttpHandler]::new()
$handler.AllowAutoRedirect = $false
$handler.UseCookies = $false
$client = [Net.Http.HttpClient]::new($handler)
$client.Timeout = [TimeSpan]::FromSeconds(${timeout})
$request = [Net.Http.HttpRequestMessage]::new([Net.Http.HttpMethod]::new(${method}), [Uri]::new(${url}))
$request.Content = [Net.Http.ByteArrayContent]::new($body.ToArray())
${linesOf(
  "",
  fields.map(({ name, value }) => `Add-Header ${name} (${value})`),
)}$response = $client.Send($request)
[Console]::Error.WriteLine("HTTP $([int] $response.StatusCode) $($response.ReasonPhrase)")
$response.Content.ReadAsStream().CopyTo([Console]::OpenStandardOutput())
`;
  },
};
