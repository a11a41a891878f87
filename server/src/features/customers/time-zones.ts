/**
 * The IANA name of a time zone in its proper spelling, or undefined when there is no such zone. An
 * alias stays what it is: Asia/Calcutta does not become Asia/Kolkata. Offsets such as +01:00 are no
 * zones: they know no daylight saving, so periods would end at the wrong hour.
 */
export function timeZoneName(text: string): string | undefined {
  if (!/^[a-z]/i.test(text)) return undefined
  try {
    return new Temporal.ZonedDateTime(0n, text).timeZoneId
  } catch {
    return undefined
  }
}
