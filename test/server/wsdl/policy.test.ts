import assert from "node:assert/strict";
import { endpoints, policyAt } from "../../../server/src/wsdl/operations.ts";
import { binding, definitions, messages, messagesOf, portType, schema, service, wsdlOf } from "./wsdls.ts";

type Place =
  | "service"
  | "port"
  | "binding"
  | "bound"
  | "boundInput"
  | "portType"
  | "operation"
  | "input"
  | "message"
  | "output";

/** The requirements of a WSDL with elements at these places, and others at the top. */
function policy(inside: Partial<Record<Place, string>>, top = "", others: Readonly<Record<string, string>> = {}) {
  const { problems, ...wsdl } = wsdlOf({ "main.wsdl": text(inside, top), ...others });
  assert.deepEqual(problems, []);
  const [endpoint] = endpoints({ ...wsdl, problems });
  assert.ok(endpoint);
  return policyAt(endpoint);
}

function text(inside: Partial<Record<Place, string>>, top: string): string {
  const at = (source: string, after: string, place: Place) => source.replace(after, `${after}${inside[place] ?? ""}`);
  const inputs = '<input message="t:In">';
  const its = portType
    .replace('<input message="t:In"/>', `${inputs}</input>`)
    .replace("/></operation", `>${inside.output ?? ""}</output></operation`);
  return definitions(
    top +
      schema +
      at(messages, '<message name="In">', "message") +
      at(at(at(its, '<portType name="P">', "portType"), '<operation name="Add">', "operation"), inputs, "input") +
      at(
        at(at(binding, '<binding name="B" type="t:P">', "binding"), '<operation name="Add">', "bound"),
        "<input>",
        "boundInput",
      ) +
      at(at(service, '<service name="S">', "service"), 'binding="t:B">', "port"),
  );
}

const all = (...assertions: readonly string[]) => `<wsp:All>${assertions.join("")}</wsp:All>`;
const oneOf = (...alternatives: readonly string[]) => `<wsp:ExactlyOne>${alternatives.join("")}</wsp:ExactlyOne>`;
const inline = (...assertions: readonly string[]) => `<wsp:Policy>${assertions.join("")}</wsp:Policy>`;
const addressing = "<wsam:Addressing><wsp:Policy/></wsam:Addressing>";
const mtom = '<m:MTOM xmlns:m="http://www.w3.org/2007/08/soap12-mtom-policy"/>';
const userName = (inner = "") =>
  `<sp:SupportingTokens>${inline(`<sp:UsernameToken>${inline(inner)}</sp:UsernameToken>`)}</sp:SupportingTokens>`;

suite("a policy", () => {
  for (const place of [
    "service",
    "port",
    "binding",
    "bound",
    "boundInput",
    "portType",
    "operation",
    "input",
    "message",
  ] as const) {
    test(`a policy may be attached to: ${place}`, () => {
      assert.deepEqual(policy({ [place]: inline(addressing) }), { addressing: "required" });
    });
  }
  test("a policy of an output doesn't apply to a request", () =>
    assert.deepEqual(policy({ output: inline(addressing) }), {}));
  test("a policy at the top of the WSDL is attached to nothing", () =>
    assert.deepEqual(policy({}, inline(addressing)), {}));

  const carried: readonly (readonly [assertions: string, facts: string])[] = [
    [mtom, "mtom"],
    [
      '<o:OptimizedMimeSerialization xmlns:o="http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization"/>',
      "mtom",
    ],
    [userName("<sp:HashPassword/>"), "usernameToken hashPassword"],
    [userName("<sp:NoPassword/>"), "usernameToken noPassword"],
    [
      `<sp:TransportBinding>${inline(`<sp:TransportToken>${inline("<sp:HttpsToken/>")}</sp:TransportToken><sp:IncludeTimestamp/>`)}</sp:TransportBinding>`,
      "transportSecurity timestamp",
    ],
    ["<sp:SymmetricBinding/>", "symmetric"],
    ["<sp:AsymmetricBinding/>", "certificate"],
    ["<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>", "encryption encryptedBody"],
    ["<sp:EncryptedElements/>", "encryptedElements"],
    ["<sp:EncryptSignature/><sp:EncryptBeforeSigning/>", "encryptedSignature encryptedFirst"],
    ["<sp:SignedEncryptedSupportingTokens/>", "signedToken encryptedToken"],
    ["<sp:Basic256Rsa15/><sp:Basic256Sha256/>", "sha1 rsa15"],
    ["<sp:TripleDesSha256Rsa15/>", "tripleDes rsa15"],
    ["<sp:Basic128GCM/>", "aes128 gcm"],
    ["<sp:Basic192Sha256/>", "aes192"],
    ['<a:UsingAddressing xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing/policy"/>', "addressing200408"],
    ['<u:UsernameToken xmlns:u="urn:other"/><sp:constructor/>', ""],
  ];
  for (const [assertions, facts] of carried) {
    test(`a policy requires ${facts || "nothing"} by ${assertions}`, () => {
      const required = facts.split(" ").flatMap((fact) => (fact === "" ? [] : [[fact, "required"]]));
      assert.deepEqual(policy({ binding: inline(oneOf(all(assertions))) }), Object.fromEntries(required));
    });
  }

  test("a policy names the header blocks that are signed", () => {
    const signed = (...parts: readonly string[]) => `<sp:SignedParts>${parts.join("")}</sp:SignedParts>`;
    const [to, all] = ['<sp:Header Name="To" Namespace="urn:a"/>', '<sp:Header Namespace="urn:b"/>'];
    const names = (assertions: string) => [...(policy({ binding: inline(assertions) }).signedHeaders ?? [])];
    assert.deepEqual(names(signed("<sp:Body/>")), []);
    assert.deepEqual(names(signed("<sp:Body/>", to, all)), ["{urn:a}To", "{urn:b}*"]);
    assert.deepEqual(names(signed()), ["*"]);
    const encrypted = policy({ binding: inline(`<sp:EncryptedParts>${to}${all}</sp:EncryptedParts>`) });
    assert.deepEqual([...(encrypted.encryptedHeaders ?? [])], ["{urn:a}To", "{urn:b}*"]);
    assert.deepEqual(names(signed(to) + signed(to, all)), ["{urn:a}To", "{urn:b}*"]);
    assert.deepEqual(names(oneOf(signed(to, all), signed(to))), ["{urn:a}To"]);
    assert.deepEqual(names(oneOf(signed(to), mtom)), []);
  });

  test("a policy ignores what is needed to get a token", () => {
    const bootstrap = `<sp:SecureConversationToken>${inline(`<sp:BootstrapPolicy>${inline(userName())}</sp:BootstrapPolicy>`)}</sp:SecureConversationToken>`;
    assert.deepEqual(policy({ binding: inline(bootstrap) }), {});
  });

  test("a policy requires what is in each alternative", () => {
    assert.deepEqual(policy({ binding: inline(oneOf(all(addressing, mtom), all(addressing))) }), {
      addressing: "required",
      mtom: "optional",
    });
    assert.deepEqual(policy({ binding: inline(oneOf(all(addressing), all())) }), { addressing: "optional" });
    assert.deepEqual(policy({ binding: inline(oneOf()) }), {});
  });

  test("a policy doesn't require what is optional", () => {
    assert.deepEqual(policy({ binding: inline('<wsam:Addressing wsp:Optional="true"/>') }), { addressing: "optional" });
    assert.deepEqual(policy({ binding: inline('<wsam:Addressing wsp04:Optional="1"/>') }), { addressing: "optional" });
    assert.deepEqual(policy({ binding: inline('<wsam:Addressing wsp:Optional="false"/>') }), {
      addressing: "required",
    });
  });

  test("a policy is required where one place requires it", () => {
    const optional = inline('<wsam:Addressing wsp:Optional="true"/>');
    assert.deepEqual(policy({ service: optional, bound: inline(addressing) }), { addressing: "required" });
  });

  test("a policy may be in the old namespace", () => {
    assert.deepEqual(policy({ binding: inline(addressing).replaceAll("wsp:", "wsp04:") }), { addressing: "required" });
  });
});

suite("UsingAddressing", () => {
  test("UsingAddressing is an extension of bindings and ports", () => {
    assert.deepEqual(policy({ binding: "<wsaw:UsingAddressing/>" }), { addressing: "optional" });
    assert.deepEqual(policy({ port: '<wsaw:UsingAddressing wsdl:required="true"/>' }), { addressing: "required" });
    assert.deepEqual(policy({ port: '<wsaw:UsingAddressing Required="true"/>' }), { addressing: "required" });
  });
});

suite("a reference to a policy", () => {
  const named = (id: string, content: string) => `<wsp:Policy wsu:Id="${id}">${content}</wsp:Policy>`;
  const reference = (uri: string) => `<wsp:PolicyReference URI="${uri}"/>`;
  test("a reference finds the policy by its identifier", () => {
    assert.deepEqual(policy({ binding: reference("#p") }, named("p", addressing)), { addressing: "required" });
    assert.deepEqual(policy({ binding: reference("#p") }, `<wsp:Policy xml:id="p">${mtom}</wsp:Policy>`), {
      mtom: "required",
    });
    assert.deepEqual(policy({ binding: reference("urn:p") }, `<wsp:Policy Name="urn:p">${mtom}</wsp:Policy>`), {
      mtom: "required",
    });
  });
  test("a reference may be an attribute", () => {
    const inside = policy({}, named("p", addressing) + named("q", mtom));
    assert.deepEqual(inside, {});
    const source = text({}, named("p", addressing) + named("q", mtom)).replace(
      '<binding name="B"',
      '<binding wsp:PolicyURIs="#p #q" name="B"',
    );
    const [endpoint] = endpoints(wsdlOf({ "main.wsdl": source }));
    assert.deepEqual(endpoint && policyAt(endpoint), { addressing: "required", mtom: "required" });
  });
  test("a reference may lead to another document", () => {
    const other = definitions(named("p", addressing));
    const top = '<import location="b.wsdl"/>';
    assert.deepEqual(policy({ binding: reference("b.wsdl#p") }, top, { "b.wsdl": other }), { addressing: "required" });
    assert.deepEqual(policy({ binding: reference("#p") }, top, { "b.wsdl": other }), { addressing: "required" });
  });
  test("a reference may be inside of a policy, in circles too", () => {
    const circle = named("p", oneOf(all(reference("#q")))) + named("q", reference("#p") + addressing);
    assert.deepEqual(policy({ binding: inline(reference("#p")) }, circle), { addressing: "required" });
  });
  test("a reference to no policy is a problem", () => {
    const wsdl = wsdlOf({ "main.wsdl": text({ binding: reference("#none") }, "") });
    assert.deepEqual(messagesOf(wsdl.problems), ["The policy #none is not defined. It is ignored."]);
  });
});
