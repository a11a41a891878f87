import { isShowable } from '../../../domain/json-amount.ts'
import type { Decimal } from '../../../domain/money.ts'
import { decimalOf } from '../../../domain/sent-decimal.ts'
import { type Dates, parseEndDate, parseStartDate } from '../../../domain/time/dates.ts'
import type { BillingCycleName } from '../../../domain/time/schedule.ts'
import { dateProblem } from '../../../platform/dates/sent-date.ts'
import { AppError } from '../../../platform/errors.ts'
import { namesOf, omit } from '../../../platform/pick.ts'
import { timeZoneName } from '../../customers/time-zones.ts'
import type { SubscriptionUpdate } from './schemas.ts'
import type { BillingModel, SubscriptionCreate } from './sent-fields.ts'

/** The fields of a subscription that an operator sets, except customer, plan and agent. */
export type Fields = Dates & {
  name: string
  isForever: boolean
  billingCycle: BillingCycleName
  customCycleDays: number | null
  billingDay: number | null
  billingModel: BillingModel
  timezone: string | null
  /** Null: the customer's net terms apply. */
  netTerms: number | null
  autoCollectPayment: boolean
  seatsCount: number
  proratedAmount: Decimal | null
  /** Days billed in advance that the end cuts off stay billed. */
  keepAdvance: boolean
  invoiceMemo: string | null
  subscriptionDetails: object
  metadata: object
}

/** Defaults of a new subscription. */
export const DEFAULT_FIELDS: Fields = {
  name: '',
  startDate: '',
  endDate: null,
  endAt: null,
  isForever: false,
  billingCycle: 'monthly',
  customCycleDays: null,
  billingDay: null,
  billingModel: 'subscription',
  timezone: null,
  netTerms: null,
  autoCollectPayment: false,
  seatsCount: 0,
  proratedAmount: null,
  keepAdvance: false,
  invoiceMemo: null,
  subscriptionDetails: {},
  metadata: {},
}

export const FIELD_NAMES = namesOf(DEFAULT_FIELDS)

/** Defaults of the fields that are stored unchanged. `applyFields` converts the other fields. */
const SENT_AS_STORED = omit(DEFAULT_FIELDS, [
  'startDate',
  'endDate',
  'endAt',
  'isForever',
  'billingCycle',
  'customCycleDays',
  'timezone',
  'proratedAmount',
])

/**
 * Applies a request to the fields: undefined keeps a field, null clears it. Throws `invalid` for
 * values that no schema can check: dates, time zones and amounts.
 */
export function applyFields(
  fields: Fields,
  body: SubscriptionCreate | SubscriptionUpdate,
  customerTimeZone: string,
): Fields {
  const problems: string[] = []
  const timezone = parse(body.timezone, fields.timezone, timeZoneName, () =>
    problems.push('timezone must be the IANA name of a time zone, such as Europe/Berlin'),
  )
  const timeZone = timezone ?? customerTimeZone
  const dates = applyDates(fields, body, { timeZone, problems })
  const proratedAmount = parse(body.proratedAmount, fields.proratedAmount, parseAmount, () =>
    problems.push(
      'proratedAmount must be a decimal, such as -12.50, of at most 15 significant digits and 90000000000000',
    ),
  )
  if (problems.length > 0) throw new AppError('invalid', problems)
  return {
    ...withSent(fields, body, SENT_AS_STORED),
    ...dates,
    ...applyCycle(fields, body),
    timezone,
    proratedAmount,
  }
}

type Body = SubscriptionCreate | SubscriptionUpdate

/** Setting an end clears an earlier `isForever`; if both are sent, `isForever` wins. */
function applyDates(
  fields: Fields,
  body: Body,
  { timeZone, problems }: { timeZone: string; problems: string[] },
): Dates & { isForever: boolean } {
  const startDate = parse(
    body.startDate,
    fields.startDate,
    (text) => parseStartDate(text, timeZone),
    () => problems.push(dateProblem('startDate', body.startDate ?? '')),
  )
  const end = parse(
    body.endDate,
    { endDate: fields.endDate, endAt: fields.endAt },
    (text) => parseEndDate(text, timeZone),
    () => problems.push(dateProblem('endDate', body.endDate ?? '')),
  )
  const isForever = body.isForever ?? (fields.isForever && typeof body.endDate !== 'string')
  const { endDate, endAt } = isForever || end === null ? { endDate: null, endAt: null } : end
  return { startDate: startDate ?? fields.startDate, endDate, endAt, isForever }
}

/** Returns the present values, replaced by the sent ones. A sent null sets the default. */
function withSent<T extends object>(
  present: T,
  sent: { [Name in keyof T]?: T[Name] | null | undefined },
  defaults: T,
): T {
  const applied = { ...defaults }
  for (const name of namesOf(defaults)) {
    const value = sent[name]
    applied[name] = value === undefined ? present[name] : (value ?? defaults[name])
  }
  return applied
}

/**
 * Returns the cycle and its length. Changing to another cycle clears the length, unless the request
 * sends one.
 */
function applyCycle(fields: Fields, body: Body): Pick<Fields, 'billingCycle' | 'customCycleDays'> {
  const billingCycle = body.billingCycle ?? fields.billingCycle
  const kept = billingCycle === 'custom' ? fields.customCycleDays : null
  return { billingCycle, customCycleDays: given(body.customCycleDays, kept) }
}

function given<T>(sent: T | null | undefined, present: T | null): T | null {
  return sent === undefined ? present : sent
}

/**
 * Returns the parsed value, null if it was cleared, or the present one if it is missing or invalid.
 */
function parse<S, T>(
  sent: S | null | undefined,
  present: T | null,
  read: (sent: S) => T | undefined,
  refuse: () => void,
): T | null {
  if (sent === undefined) return present
  if (sent === null) return null
  const value = read(sent)
  if (value === undefined) refuse()
  return value ?? present
}

/** Rejects an amount that a JSON number cannot represent exactly: responses return it as one. */
function parseAmount(sent: unknown): Decimal | undefined {
  const amount = decimalOf(sent)
  return amount !== undefined && isShowable(amount) ? amount : undefined
}
