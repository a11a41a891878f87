/** The tables of materialized sums of past days and months. */
export const CLOSED_SUMS = [
  'organization_months',
  'organization_model_months',
  'customer_months',
  'usage_months',
  'customer_model_days',
  'customer_model_months',
  'work_model_days',
  'work_model_to_date',
  'work_model_months',
] as const
export type ClosedSums = (typeof CLOSED_SUMS)[number]

/** These tables have sums of UTC days. */
export const DAILY = ['customer_model_days', 'work_model_days'] as const
/** These tables have sums from the start of the month to the end of a UTC day. */
export const TO_DATE = ['work_model_to_date'] as const
/** These tables have sums of months. */
export const MONTHLY = CLOSED_SUMS.filter(
  (sums) => ![...DAILY, ...TO_DATE].some((other) => other === sums),
)

/** A day or month whose sums may be closed, and the table that holds them. */
export type ClosedTime = { sums: ClosedSums; start: string }

/** Days whose sums must be closed first, from `start` until before `end`. */
export type ClosedFirst = { sums: ClosedSums; start: string; end: string }

/**
 * Returns the days that must be closed before a day or month. Sums that are not added up from closed days use those
 * written with events. All days of a month before a closed day to date are therefore closed, too.
 */
export function closedFirst({ sums, start }: ClosedTime): ClosedFirst[] {
  const day = Temporal.PlainDate.from(start)
  const month = {
    start: day.with({ day: 1 }).toString(),
    end: day.with({ day: 1 }).add({ months: 1 }).toString(),
  }
  switch (sums) {
    case 'customer_model_months':
      return [{ sums: 'customer_model_days', ...month }]
    case 'work_model_months':
      return [{ sums: 'work_model_days', ...month }]
    case 'work_model_to_date':
      return [
        { sums: 'work_model_days', start, end: day.add({ days: 1 }).toString() },
        { sums, start: month.start, end: start },
      ]
    default:
      return []
  }
}
