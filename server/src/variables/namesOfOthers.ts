/** The built-in variables by their names in Postman, Bruno and JetBrains' HTTP Client, where these differ or have a range. */
export const namesOfOthers: Readonly<Record<string, string>> = {
  $guid: "$guid",
  $uuid: "$guid",
  $randomUUID: "$guid",
  "$random.uuid": "$guid",
  $timestamp: "$timestamp",
  $isoTimestamp: "$datetime iso8601",
  $randomInt: "$randomInt 0 1001",
};
