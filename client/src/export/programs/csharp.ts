import { escapedIn, linesOf, type ProgramLanguage, unicodeEscape } from "./syntax.ts";

const functions: ProgramLanguage["functions"] = {
  secret: `
    static string secret(string name) =>
        Environment.GetEnvironmentVariable(name)
            ?? throw new InvalidOperationException("The environment variable " + name + " is not set.");`,
  base64: `
    static string base64(string text) => Convert.ToBase64String(Encoding.UTF8.GetBytes(text));`,
  digest: `
    static string digest(string nonce, string text)
    {
        var bytes = new List<byte>(Convert.FromBase64String(nonce));
        bytes.AddRange(Encoding.UTF8.GetBytes(text));
        using (var sha1 = SHA1.Create()) return Convert.ToBase64String(sha1.ComputeHash(bytes.ToArray()));
    }`,
  xmlText: `
    static string xmlText(string text) =>
        text.Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;").Replace("\\r", "&#13;");`,
  xmlAttribute: `
    static string xmlAttribute(string text) =>
        text.Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;").Replace("\\"", "&quot;")
            .Replace("'", "&apos;").Replace("\\t", "&#9;").Replace("\\n", "&#10;").Replace("\\r", "&#13;");`,
};

const encodings = { utf8: "UTF8", latin1: 'GetEncoding("iso-8859-1")' } as const;

export const csharp: ProgramLanguage = {
  name: "C#",
  file: "Program.cs",
  about: [
    "Run it with: dotnet new console, then replace Program.cs by this file, then: dotnet run",
    "Needs .NET 6 or newer. HttpClient sends Host first, the headers of the content last, known names in its own case, and the Content-Length of the body.",
  ],
  literal: (text) =>
    `"${escapedIn(text, /[^ !#-[\]-~]/g, { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }, unicodeEscape)}"`,
  call: (helper, given) => `${helper}(${given.join(", ")})`,
  length: "body.Count.ToString()",
  canSend: (value) => !/[\r\n\0]/.test(value),
  targets: /[!-~]/,
  keepsChunks: false,
  functions,
  write: ({ comments, method, url, fields, body, timeout, functions: used }) => {
    const written = body.map(({ encoding, expression }) =>
      encoding === "base64"
        ? `body.AddRange(Convert.FromBase64String(${expression}));`
        : `body.AddRange(Encoding.${encodings[encoding]}.GetBytes(${expression}));`,
    );
    return `${linesOf("// ", comments)}
using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;

class Program
{
    static void Main()
    {
        var body = new List<byte>();
${linesOf("        ", written)}        var handler = new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseCookies = false,
            RequestHeaderEncodingSelector = (name, message) => Encoding.UTF8,
        };
        var asWritten = new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true };
        var request = new HttpRequestMessage(new HttpMethod(${method}), new Uri(${url}, asWritten))
        {
            Content = new ByteArrayContent(body.ToArray()),
        };
${linesOf(
  "        ",
  fields.map(({ name, value }) => `add(request, ${name}, ${value});`),
)}        using (var client = new HttpClient(handler) { Timeout = TimeSpan.FromSeconds(${timeout}) })
        using (var response = client.Send(request))
        {
            Console.Error.WriteLine("HTTP " + (int)response.StatusCode + " " + response.ReasonPhrase);
            response.Content.ReadAsStream().CopyTo(Console.OpenStandardOutput());
        }
    }

    static void add(HttpRequestMessage request, string name, string value)
    {
        if (!request.Headers.TryAddWithoutValidation(name, value))
            request.Content.Headers.TryAddWithoutValidation(name, value);
    }
${linesOf("", used)}}
`;
  },
};
