import { joinedBytes } from "../text/bytes.ts";
import { tags } from "./der.ts";

/** One value in DER, of its content or of the values that it consists of (ITU-T X.690). */
export function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = joinedBytes(contents);
  const length: number[] = [];
  for (let left = content.length; left > 0; left = Math.floor(left / 0x100)) length.unshift(left % 0x100);
  const header = content.length < 0x80 ? [tag, content.length] : [tag, 0x80 + length.length, ...length];
  return joinedBytes([new Uint8Array(header), content]);
}

/** An INTEGER of an unsigned number. */
export function derUnsigned(number: Uint8Array): Uint8Array {
  const start = number.findIndex((octet) => octet !== 0);
  const digits = start < 0 ? new Uint8Array(1) : number.subarray(start);
  return der(tags.integer, ...((digits[0] ?? 0) >= 0x80 ? [new Uint8Array(1)] : []), digits);
}

/** An OBJECT IDENTIFIER with dots: `2.5.4.3`. */
export function derOid(id: string): Uint8Array {
  const [first = 0, second = 0, ...others] = id.split(".").map(Number);
  const octets = [first * 40 + second, ...others].flatMap((arc) => {
    const digits = [arc % 0x80];
    for (let left = Math.floor(arc / 0x80); left > 0; left = Math.floor(left / 0x80))
      digits.unshift((left % 0x80) + 0x80);
    return digits;
  });
  return der(tags.oid, new Uint8Array(octets));
}

/** ECDSA-Sig-Value (RFC 3279 section 2.2.3) of r and s, which are equally long. */
export function ecdsaDer(value: Uint8Array): Uint8Array {
  const half = value.length / 2;
  return der(tags.sequence, derUnsigned(value.subarray(0, half)), derUnsigned(value.subarray(half)));
}
