/** The tables of materialized sums of past days and months. */
export const CLOSED_SUMS = [
  'organization_months',
  'customer_months',
  'usage_months',
  'customer_model_days',
  'customer_model_months',
  'work_model_days',
  'work_model_months',
] as const
export type ClosedSums = (typeof CLOSED_SUMS)[number]

/** These tables have sums of UTC days; all others have sums of months. */
export const DAILY = ['customer_model_days', 'work_model_days'] as const
export const MONTHLY = CLOSED_SUMS.filter((sums) => !DAILY.some((daily) => daily === sums))

/** The daily sums that a month is added up from; other months use the sums written with events. */
export const DAYS_OF: { readonly [sums in ClosedSums]?: (typeof DAILY)[number] } = {
  customer_model_months: 'customer_model_days',
  work_model_months: 'work_model_days',
}

/** A day or month whose sums may be closed, and the table that holds them. */
export type ClosedTime = { sums: ClosedSums; start: string }
