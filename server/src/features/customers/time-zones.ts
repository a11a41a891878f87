/**
 * Returns the IANA name of a time zone in its canonical spelling; undefined when there is no such
 * zone. Aliases are kept: Asia/Calcutta does not become Asia/Kolkata. Offsets such as +01:00 are
 * refused: they have no daylight saving, so periods would end at the wrong hour.
 */
export function timeZoneName(text: string): string | undefined {
  if (!/^[a-z]/i.test(text)) return undefined
  try {
    return new Temporal.ZonedDateTime(0n, text).timeZoneId
  } catch {
    return undefined
  }
}
