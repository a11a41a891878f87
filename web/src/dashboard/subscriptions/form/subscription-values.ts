import type {
  Subscription,
  SubscriptionCreate,
  SubscriptionUpdate,
} from '../../../api/api-types.ts'
import { isDay } from '../../../ui/values/dates.ts'

/** Form values; an empty text means none. */
export type SubscriptionValues = {
  name: string
  customerId: string
  planId: string
  agentId: string
  startDate: string
  endDate: string
  isForever: boolean
  billingCycle: Subscription['billingCycle']
  customCycleDays: string
  billingDay: string
  seatsCount: string
  netTerms: string
  timezone: string
  autoCollectPayment: boolean
  proratedAmount: string
  invoiceMemo: string
  /** JSON. */
  subscriptionDetails: string
  metadata: string
}

const text = (value: string | number | null | undefined) => String(value ?? '')

export function newValues(
  given: Partial<
    Pick<SubscriptionValues, 'name' | 'customerId' | 'planId' | 'agentId' | 'startDate'>
  >,
): SubscriptionValues {
  return {
    name: '',
    customerId: '',
    planId: '',
    agentId: '',
    startDate: '',
    endDate: '',
    isForever: false,
    billingCycle: 'monthly',
    customCycleDays: '',
    billingDay: '',
    seatsCount: '0',
    netTerms: '',
    timezone: '',
    autoCollectPayment: false,
    proratedAmount: '',
    invoiceMemo: '',
    subscriptionDetails: '',
    metadata: '',
    ...given,
  }
}

/**
 * Converts a subscription to form values. The form cannot show an end within a day, and leaves it
 * unchanged.
 */
export function valuesOf(one: Subscription): SubscriptionValues {
  return {
    name: one.name,
    customerId: one.customerId,
    planId: one.planId,
    agentId: one.agentId,
    startDate: one.startDate,
    endDate: one.endDate !== null && isDay(one.endDate) ? one.endDate : '',
    isForever: one.isForever,
    billingCycle: one.billingCycle,
    customCycleDays: text(one.customCycleDays),
    billingDay: text(one.billingDay),
    seatsCount: text(one.seatsCount),
    netTerms: text(one.netTerms),
    timezone: text(one.timezone),
    autoCollectPayment: one.autoCollectPayment,
    proratedAmount: text(one.proratedAmount),
    invoiceMemo: text(one.invoiceMemo),
    subscriptionDetails: jsonText(one.subscriptionDetails),
    metadata: jsonText(one.metadata),
  }
}

const jsonText = (value: Record<string, unknown>) =>
  Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2)

type Problems = { [Field in keyof SubscriptionValues]?: string }

/** Validates what the API cannot: missing choices, and text that is neither a number nor JSON. */
export function problemsOf(values: SubscriptionValues): Problems {
  const missing = ([name, label]: readonly [keyof SubscriptionValues, string]) =>
    values[name] === '' ? [[name, label]] : []
  const number = ([name, isNeeded]: readonly [keyof SubscriptionValues, boolean]) => {
    const typed = String(values[name]).trim()
    const isFine = /^\d{1,9}$/.test(typed) || (typed === '' && !isNeeded)
    return isFine ? [] : [[name, 'Enter a whole number']]
  }
  const json = (name: 'metadata' | 'subscriptionDetails') =>
    isJsonObject(values[name]) ? [] : [[name, 'Enter a JSON object, such as {"tier": "gold"}']]
  return Object.fromEntries([
    ...NEEDED.flatMap(missing),
    ...[
      ['seatsCount', false] as const,
      ['netTerms', false] as const,
      ['billingDay', false] as const,
      ['customCycleDays', values.billingCycle === 'custom'] as const,
    ].flatMap(number),
    ...json('metadata'),
    ...json('subscriptionDetails'),
  ])
}

const NEEDED = [
  ['customerId', 'Choose a customer'],
  ['planId', 'Choose a plan'],
  ['agentId', 'Choose an agent'],
  ['startDate', 'Choose a day'],
] as const

function isJsonObject(typed: string): boolean {
  try {
    const value: unknown = JSON.parse(typed.trim() || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const orNull = (typed: string) => typed.trim() || null
const numberOrNull = (typed: string) => (typed.trim() === '' ? null : Number(typed))

/** Converts all fields to a request body. */
export function toBody(values: SubscriptionValues): SubscriptionCreate {
  const { name, customerId, planId, agentId, startDate, billingCycle } = values
  const isCustom = billingCycle === 'custom'
  return {
    name: name.trim(),
    customerId,
    planId,
    agentId,
    startDate,
    endDate: orNull(values.endDate),
    isForever: values.isForever,
    billingCycle,
    customCycleDays: isCustom ? numberOrNull(values.customCycleDays) : null,
    billingDay: isCustom ? null : numberOrNull(values.billingDay),
    seatsCount: numberOrNull(values.seatsCount) ?? 0,
    netTerms: numberOrNull(values.netTerms),
    timezone: orNull(values.timezone),
    autoCollectPayment: values.autoCollectPayment,
    // Kept as text, because parsing could round it.
    proratedAmount: orNull(values.proratedAmount),
    invoiceMemo: orNull(values.invoiceMemo),
    subscriptionDetails: JSON.parse(values.subscriptionDetails.trim() || '{}'),
    metadata: JSON.parse(values.metadata.trim() || '{}'),
  }
}

/** Returns only changed fields, so that concurrent changes of other fields survive. */
export function changesOf(
  before: SubscriptionValues,
  after: SubscriptionValues,
): SubscriptionUpdate {
  const known = new Map<string, unknown>(Object.entries(toBody(before)))
  const changed = Object.entries(toBody(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)),
  )
  return Object.fromEntries(changed)
}
