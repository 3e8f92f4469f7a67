import { readers } from "../../server/src/import/import.ts";
import type { SourceTexts } from "./imported.ts";
import { calcSoap, escaped, project, properties, soapStep } from "./soapuiProjects.ts";

/** Content of the sample of each importer, in the words of its tool. */
export interface ImportSample {
  readonly name: string;
  readonly fileName: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string; readonly disabled?: boolean }[];
  readonly body: string;
  readonly type: string;
  readonly form: readonly (readonly [string, string])[];
  readonly auth: { readonly type: "basic" | "bearer" | "none"; readonly user: string; readonly secret: string };
  readonly wss: string;
  readonly script: string;
  readonly description: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

export const benign: ImportSample = {
  name: "Add",
  fileName: "photo.png",
  url: "http://localhost:8000/calc?page=1",
  headers: [{ name: "X-Trace", value: "1" }],
  body: "",
  type: "text/xml",
  form: [],
  auth: { type: "none", user: "ann", secret: "" },
  wss: "",
  script: "",
  description: "",
  variables: {},
  environment: {},
};

/** A source for each importer. What a tool doesn't have is missing in its source. */
const samples = {
  soapui({ name, url, headers, body, form, auth, wss, script, description, variables }: ImportSample) {
    const rows = headers
      .filter(({ disabled }) => !disabled)
      .map(
        (one) =>
          `<entry key="${escaped(one.name)}" value="${escaped(one.value)}" xmlns="http://eviware.com/soapui/config"/>`,
      );
    const settings = {
      "com.eviware.soapui.impl.wsdl.WsdlRequest@request-headers": `<xml-fragment>${rows.join("")}</xml-fragment>`,
    };
    const credentials =
      auth.type === "basic"
        ? `<con:credentials><con:username>${escaped(auth.user)}</con:username><con:password>${escaped(auth.secret)}</con:password><con:authType>Preemptive</con:authType></con:credentials>`
        : "";
    const groovy = `<con:testStep type="groovy" name="Script"><con:config><script>${escaped(script)}</script></con:config></con:testStep>`;
    const pairs = form.map(([key, value]) => {
      return `<con:parameter><con:name>${escaped(key)}</con:name><con:value>${escaped(value)}</con:value></con:parameter>`;
    });
    const http = `<con:testStep type="httprequest" name="Form"><con:config method="POST" name="Form" postQueryString="true" mediaType="application/x-www-form-urlencoded"><con:endpoint>http://h/</con:endpoint><con:parameters>${pairs.join("")}</con:parameters></con:config></con:testStep>`;
    const signature = `<con:entry type="Signature" username="me" password="${escaped(wss)}"><con:configuration><crypto>me.jks</crypto><keyIdentifierType>1</keyIdentifierType></con:configuration></con:entry>`;
    const user = `<con:entry type="Username" username="ann" password="${escaped(wss)}"><con:configuration><passwordType>PasswordText</passwordType></con:configuration></con:entry>`;
    const security = `<con:wssContainer><con:crypto><con:source>me.jks</con:source><con:password>${escaped(wss)}</con:password></con:crypto><con:outgoing><con:name>out</con:name>${user}${signature}</con:outgoing></con:wssContainer>`;
    const attributes = wss === "" ? "" : 'outgoingWss="out"';
    const about = `<con:description>${escaped(description)}</con:description>`;
    const steps =
      soapStep(escaped(name), { body, endpoint: url, attributes, settings, inner: credentials }) +
      (script ? groovy : "") +
      (form.length > 0 ? http : "");
    return {
      "p.xml": project(
        `${about}${calcSoap()}<con:testSuite name="Suite"><con:testCase name="Case">${steps}${properties(variables)}</con:testCase></con:testSuite>${properties(variables)}${wss === "" ? "" : security}`,
      ),
    };
  },
  postman(sample: ImportSample) {
    const { name, url, headers, body, type, form, auth, script, description } = sample;
    const header = headers.map((one) => ({ key: one.name, value: one.value, disabled: one.disabled === true }));
    const pairs = form.map(([key, value]) => ({ key, value }));
    const entity =
      form.length > 0
        ? { mode: "urlencoded", urlencoded: pairs }
        : { mode: "raw", raw: body, options: { raw: { language: type.endsWith("json") ? "json" : "xml" } } };
    const parts = [...pairs, { key: "file", type: "file", src: sample.fileName }];
    const authorization = {
      type: auth.type === "none" ? "noauth" : auth.type,
      basic: [
        { key: "username", value: auth.user },
        { key: "password", value: auth.secret },
      ],
      bearer: [{ key: "token", value: auth.secret }],
    };
    const event = [{ listen: "test", script: { exec: script.split("\n") } }];
    const variable = Object.entries(sample.variables).map(([key, value]) => ({ key, value }));
    const values = Object.entries(sample.environment).map(([key, value]) => ({ key, value }));
    return {
      "c.json": {
        info: { name: "Calc", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
        variable,
        item: [
          {
            name,
            event,
            request: { method: "POST", url: { raw: url }, header, body: entity, auth: authorization, description },
          },
          {
            name: "Upload",
            request: { method: "POST", url: "http://h/", body: { mode: "formdata", formdata: parts } },
          },
        ],
      },
      "e.json": { name: "Test", values, _postman_variable_scope: "environment" },
    };
  },
  insomnia(sample: ImportSample) {
    const { name, url, headers, body, type, form, auth, script, description } = sample;
    const rows = headers.map((one) => ({ name: one.name, value: one.value, disabled: one.disabled === true }));
    const params = form.map(([key, value]) => ({ name: key, value }));
    const entity =
      form.length > 0 ? { mimeType: "application/x-www-form-urlencoded", params } : { mimeType: type, text: body };
    const authentication = { type: auth.type, username: auth.user, password: auth.secret, token: auth.secret };
    const parts = [...params, { name: "file", type: "file", fileName: sample.fileName }];
    return {
      "i.json": {
        _type: "export",
        __export_format: 4,
        resources: [
          { _id: "wrk_1", _type: "workspace", name: "Calc" },
          { _id: "env_1", _type: "environment", parentId: "wrk_1", name: "Base", data: sample.variables },
          { _id: "env_2", _type: "environment", parentId: "env_1", name: "Test", data: sample.environment },
          {
            ...{
              _id: "req_1",
              _type: "request",
              parentId: "wrk_1",
              name,
              url,
              method: "POST",
              headers: rows,
              body: entity,
            },
            ...{ authentication, description, afterResponseScript: script },
          },
          {
            ...{ _id: "req_2", _type: "request", parentId: "wrk_1", name: "Upload", url: "http://h/", method: "POST" },
            body: { mimeType: "multipart/form-data", params: parts },
          },
        ],
      },
    };
  },
  bruno({ name, fileName, url, headers, body, type, form, auth, script, description, variables }: ImportSample) {
    const rows = headers.map((one) => `  ${one.disabled ? "~" : ""}${one.name}: ${one.value}`).join("\n");
    const pairs = form.map(([key, value]) => `  ${key}: ${value}`).join("\n");
    const mode = form.length > 0 ? "formUrlEncoded" : type.endsWith("json") ? "json" : "xml";
    const indented = (text: string) => text.replace(/^/gm, "  ");
    const used = Object.keys(variables).map((key) => `  X-Used: {{${key}}}`);
    const vars = Object.entries(variables).map(([key, value]) => `  ${key}: ${value}`);
    const auths = `auth:basic {\n  username: ${auth.user}\n  password: ${auth.secret}\n}\nauth:bearer {\n  token: ${auth.secret}\n}`;
    return {
      "r.bru": [
        `meta {\n  name: ${name}\n  type: http\n}`,
        `post {\n  url: ${url}\n  body: ${mode}\n  auth: ${auth.type}\n}`,
        `headers {\n${[rows, ...used].join("\n")}\n}`,
        ...(auth.type === "none" ? [] : [auths]),
        `body:form-urlencoded {\n${pairs}\n}`,
        `body:${mode} {\n${indented(body)}\n}`,
        `body:multipart-form {\n  file: @file(${fileName})\n}`,
        `vars:pre-request {\n${vars.join("\n")}\n}`,
        `tests {\n${indented(script)}\n}`,
        `docs {\n${indented(description)}\n}`,
      ].join("\n\n"),
    };
  },
  har({ url, headers, body, type, form, description }: ImportSample) {
    const params = form.map(([key, value]) => ({ name: key, value }));
    const postData =
      form.length > 0 ? { mimeType: "application/x-www-form-urlencoded", params } : { mimeType: type, text: body };
    const rows = headers.filter(({ disabled }) => !disabled).map((one) => ({ name: one.name, value: one.value }));
    return {
      "a.har": {
        log: {
          version: "1.2",
          entries: [{ comment: description, request: { method: "POST", url, headers: rows, postData } }],
        },
      },
    };
  },
} satisfies Record<string, (sample: ImportSample) => SourceTexts>;

const forms = {
  "postman, in a report of newman": (sample: ImportSample) => {
    const { "c.json": collection, "e.json": environment } = samples.postman(sample);
    return { "r.json": { collection, run: { executions: [] } }, "e.json": environment };
  },
  "insomnia, as YAML of version 4": (sample: ImportSample) => {
    const rows = Object.entries(samples.insomnia(sample)["i.json"]);
    return { "i.yaml": rows.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join("\n") };
  },
};

const all: Readonly<Record<string, (sample: ImportSample) => SourceTexts>> = { ...samples, ...forms };

/** The samples of all importers; an importer that is new has none, and fails. */
export function sampleOf(kind: string): (sample: ImportSample) => SourceTexts {
  const sample = all[kind];
  if (!sample) throw new Error(`The importer ${kind} has no sample in test/support/importSamples.ts.`);
  return sample;
}

export const importerKinds: readonly string[] = [...readers.map(({ kind }) => kind), ...Object.keys(forms)];
