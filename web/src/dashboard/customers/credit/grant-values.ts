import type { CreditGrantCreate } from '../../../api/api-types.ts'
import { dayAfter } from '../../../ui/values/dates.ts'

export type GrantValues = {
  kind: CreditGrantCreate['kind']
  amount: string
  currency: string
  name: string
  /** First and last day, UTC, such as `2026-11-21`; empty for now and for no end. */
  effectiveAt: string
  expiresAt: string
  priority: string
}

export const NO_GRANT: GrantValues = {
  kind: 'promotional',
  amount: '',
  currency: '',
  name: '',
  effectiveAt: '',
  expiresAt: '',
  priority: '',
}

/** Returns the grant for the API: what was left empty has the default of the API. */
export function toBody(values: GrantValues, currency: string): CreditGrantCreate {
  const { kind, effectiveAt, expiresAt } = values
  const [name, priority] = [values.name.trim(), values.priority.trim()]
  return {
    kind,
    // Kept as text, because parsing could round it.
    amount: values.amount.trim(),
    currency: values.currency.trim().toUpperCase() || currency,
    ...(name && { name }),
    ...(effectiveAt && { effectiveAt }),
    // The form has the last day, the API the end.
    ...(expiresAt && { expiresAt: dayAfter(expiresAt) }),
    ...(priority && { priority: Number(priority) }),
  }
}

const PRIORITY_MAX = 100

/** Messages by field, in the words of the form. */
export function problemsOf({ amount, priority }: GrantValues): {
  amount?: string
  priority?: string
} {
  const isWhole = /^\s*(\d{1,3})?\s*$/.test(priority) && Number(priority) <= PRIORITY_MAX
  return {
    ...(amount.trim() === '' && { amount: 'Enter an amount' }),
    ...(!isWhole && { priority: 'Enter a whole number from 0 to 100' }),
  }
}
