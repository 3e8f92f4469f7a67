import assert from "node:assert/strict";
import type { Extent } from "../../../../server/src/contract/contract.ts";
import { contractFiles } from "../../../../server/src/contract/files.ts";
import { analyze, diagnose } from "../../../../server/src/service/languageService.ts";
import { contractOf } from "../../../support/contracts.ts";
import { around } from "../../../support/resolver.ts";
import { action, device, scpd, service, setVolume, variable, volumes } from "./devices.ts";

const base = "http://192.0.2.1:80/desc/root.xml";
const files = (control: string): Readonly<Record<string, string>> => ({
  [base]: device([service("Control")]),
  "http://192.0.2.1/Control.xml": control,
});

/** A request with the contract, and what is found in it. */
function findingsIn(text: string, control: string): readonly string[] {
  const root = device([service("Control")], "<URLBase>http://192.0.2.1/a/</URLBase>").replace(
    "/Control.xml",
    "file:///w/a/b/C.xml",
  );
  const resolver = around({ files: { "/w/a/b/root.xml": root, "/w/a/b/C.xml": control } });
  const diagnostics = diagnose(analyze(`# @wsdl ./root.xml\n${text}`, undefined, resolver));
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

function requestOf(control: string, extent: Extent = "parameters"): string {
  return contractOf(files(control)).requests([0], { extent, wsdl: undefined, contentLength: "variable" });
}

const allTypes =
  "ui1 ui2 ui4 ui8 i1 i2 i4 i8 int r4 r8 number fixed.14.4 float char string date dateTime dateTime.tz time time.tz boolean bin.base64 bin.hex uri uuid".split(
    " ",
  );

suite("a request for an action of a UPnP device", () => {
  test("a request has the action in the namespace of the service type, and arguments without a namespace", () => {
    assert.equal(
      requestOf(scpd()),
      `### SetVolume
# @name SetVolume
POST /ctl/Control?a=1&b=2 HTTP/1.1
Host: 192.0.2.1
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:schemas-upnp-org:service:Control:1#SetVolume"
Content-Length: {{$contentLength}}

<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"
    xmlns:u="urn:schemas-upnp-org:service:Control:1"
    soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">
  <soap:Body>
    <u:SetVolume>
      <Channel>Master</Channel>
      <Volume>1</Volume>
    </u:SetVolume>
  </soap:Body>
</soap:Envelope>
`,
    );
  });

  for (const extent of ["parameters", "required", "optional"] as const) {
    test(`a request has no findings, with values of all data types: ${extent}`, () => {
      const control = scpd(
        action("All", ...allTypes.map((type) => `in A_${type}`)),
        allTypes.map((type) => variable(`A_${type}`, type)).join(""),
      );
      const text = requestOf(control, extent);
      assert.equal(text.match(/<A_/g)?.length, allTypes.length);
      assert.deepEqual(findingsIn(text, control), []);
    });
  }

  test("a request is checked by data types, ranges and allowed values", () => {
    const written = requestOf(scpd());
    const withValue = (name: string, value: string) =>
      findingsIn(written.replace(new RegExp(`<${name}>.*</${name}>`), `<${name}>${value}</${name}>`), scpd());
    assert.deepEqual(withValue("Volume", "100"), []);
    assert.deepEqual(withValue("Channel", "LF"), []);
    assert.match(withValue("Volume", "101").join("\n"), /^schema-value: 101 is out of range\. Expected at most 100/);
    assert.match(withValue("Volume", "loud").join("\n"), /^schema-value: loud isn't a valid xs:unsignedShort/);
    assert.match(withValue("Channel", "Left").join("\n"), /^schema-value: .*Master, LF, RF/);
    assert.match(findingsIn(written.replace(/<Volume>.*/, ""), scpd()).join("\n"), /^schema-element-missing: .*Volume/);
  });

  test("a request is checked by the name of the action", () => {
    const written = requestOf(scpd()).replace('#SetVolume"', '#SetVolumes"');
    assert.match(findingsIn(written, scpd()).join("\n"), /SetVolumes/);
  });

  test("the check accepts each form of a data type", () => {
    const accepts = (type: string, ...values: readonly string[]) => {
      const control = scpd(action("Set", "in T"), variable("T", type));
      const written = requestOf(control);
      return values.filter((value) => findingsIn(written.replace(/(?<=<T>).*(?=<\/T>)/, value), control).length === 0);
    };
    assert.deepEqual(
      accepts("boolean", "1", "0", "yes", "no", "true", "false", "on"),
      "1 0 yes no true false".split(" "),
    );
    assert.deepEqual(accepts("dateTime", "2024-02-29", "2024-02-29T12:00:00", "today"), [
      "2024-02-29",
      "2024-02-29T12:00:00",
    ]);
    assert.deepEqual(accepts("fixed.14.4", "1.2345", "1.23456"), ["1.2345"]);
    assert.deepEqual(accepts("char", "a", "ab"), ["a"]);
    assert.deepEqual(accepts("ui1", "255", "256"), ["255"]);
  });
});

suite("a saved UPnP device description", () => {
  test("the description names the SCPDs next to it, and the addresses of the device", () => {
    const contract = contractOf({
      [base]: device([service("Control")], "<URLBase>http://192.0.2.1:80/desc/</URLBase>"),
      "http://192.0.2.1/Control.xml": scpd(setVolume, volumes),
    });
    const [root, control] = contractFiles(contract).files.map(({ name, bytes }) => ({
      name,
      text: new TextDecoder().decode(bytes),
    }));
    assert.deepEqual([root?.name, control?.name, control?.text], ["root.xml", "Control.xml", scpd()]);
    assert.match(
      root?.text ?? "",
      /<SCPDURL>Control\.xml<\/SCPDURL><controlURL>http:\/\/192\.0\.2\.1\/ctl\/Control\?a=1&amp;b=2</,
    );
    const saved = [root, control].flatMap((one) => (one ? [[`file:///w/${one.name}`, one.text]] : []));
    const again = contractOf(Object.fromEntries(saved));
    assert.deepEqual(again.problems(), []);
    assert.deepEqual(
      again.operations.map(({ operation, address }) => [operation, address]),
      [["SetVolume", "http://192.0.2.1/ctl/Control?a=1&b=2"]],
    );
  });
});
