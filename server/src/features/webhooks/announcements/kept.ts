const DAY_MS = 24 * 3_600_000

/**
 * Time between what readers of the feed may rely on and what is deleted, in both directions. It is
 * longer than clocks differ, and than a reader needs to continue from the beginning of the feed.
 */
export const MARGIN_MS = 3_600_000

/** Returns the time since which announcements are kept. */
export function keptSince(days: number, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
