import { escapedIn, linesOf, type ProgramLanguage, unicodeEscape } from "./syntax.ts";

const functions: ProgramLanguage["functions"] = {
  secret: `
    static String secret(String name) {
        var value = System.getenv(name);
        if (value == null) throw new IllegalStateException("The environment variable " + name + " is not set.");
        return value;
    }`,
  base64: `
    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }`,
  digest: `
    static String digest(String nonce, String text) throws Exception {
        var sha1 = MessageDigest.getInstance("SHA-1");
        sha1.update(Base64.getMimeDecoder().decode(nonce));
        return Base64.getEncoder().encodeToString(sha1.digest(text.getBytes(StandardCharsets.UTF_8)));
    }`,
  xmlText: `
    static String xmlText(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\\r", "&#13;");
    }`,
  xmlAttribute: `
    static String xmlAttribute(String text) {
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\\"", "&quot;");
        return text.replace("'", "&apos;").replace("\\t", "&#9;").replace("\\n", "&#10;").replace("\\r", "&#13;");
    }`,
};

const restricted = "connection,content-length,expect,host,upgrade";

const charsets = { utf8: "UTF_8", latin1: "ISO_8859_1" } as const;

export const java: ProgramLanguage = {
  name: "Java",
  file: "Request.java",
  about: [
    "Run it with: java Request.java",
    "Needs Java 12 or newer. HttpClient sorts the headers by name, and adds User-Agent and Content-Length if they are missing.",
  ],
  /** Java reads Unicode escapes before it reads literals (JLS 3.3): characters of ASCII have none here. */
  literal: (text) =>
    `"${escapedIn(text, /[^ !#-[\]-~]/g, { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }, (code) =>
      code < 128 ? `\\${code.toString(8).padStart(3, "0")}` : unicodeEscape(code),
    )}"`,
  call: (helper, given) => `${helper}(${given.join(", ")})`,
  length: "String.valueOf(body.size())",
  canSend: (value) => /^[\t -~]*$/.test(value),
  targets: /[\w\-.~!$&'()*+,;=:@/?]/,
  keepsChunks: false,
  functions,
  write: ({ comments, method, url, fields, body, timeout, uses, functions: used }) => {
    const written = body.map(({ encoding, expression }) =>
      encoding === "base64"
        ? `body.write(Base64.getDecoder().decode(${expression}));`
        : `body.write((${expression}).getBytes(StandardCharsets.${charsets[encoding]}));`,
    );
    return `${linesOf("// ", comments)}
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
${uses("digest") ? "import java.security.MessageDigest;\n" : ""}import java.time.Duration;
import java.util.Base64;

public class Request {
    public static void main(String[] args) throws Exception {
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "${restricted}");
        var body = new ByteArrayOutputStream();
${linesOf("        ", written)}        var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        var request = HttpRequest.newBuilder(URI.create(${url}))
            .timeout(Duration.ofSeconds(${Math.ceil(timeout)}))
            .method(${method}, HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
${linesOf(
  "            ",
  fields.map(({ name, value }) => `.header(${name}, ${value})`),
)}            .build();
        var response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        System.err.println("HTTP " + response.statusCode());
        System.out.write(response.body());
        System.out.flush();
    }
${linesOf("", used)}}
`;
  },
};
