/** The tables of sums of times that are over. */
export const CLOSED_SUMS = [
  'organization_months',
  'customer_months',
  'usage_months',
  'packed_usage_months',
  'customer_model_days',
  'customer_model_months',
  'work_model_days',
  'work_model_months',
] as const
export type ClosedSums = (typeof CLOSED_SUMS)[number]

/** Of these a time is a UTC day, of all others a month. */
export const DAILY = ['customer_model_days', 'work_model_days'] as const
export const MONTHLY = CLOSED_SUMS.filter((sums) => !DAILY.some((daily) => daily === sums))

/** The days that a month is added up from, where it is not from what is written with the events. */
export const DAYS_OF: { readonly [sums in ClosedSums]?: (typeof DAILY)[number] } = {
  customer_model_months: 'customer_model_days',
  work_model_months: 'work_model_days',
}

/** A time whose sums may be closed, and the table that they stand in. */
export type ClosedTime = { sums: ClosedSums; start: string }
