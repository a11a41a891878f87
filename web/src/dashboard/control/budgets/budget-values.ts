import type { Budget, BudgetCreate, BudgetUpdate } from '../../../api/api-types.ts'
import { plainDecimal } from '../../../ui/values/money.ts'

/** Form values; `holder` and `period` decide which of them apply. */
export type BudgetValues = {
  name: string
  measure: BudgetCreate['measure']
  amount: string
  period: BudgetCreate['period']
  hours: string
  holder: 'each' | 'one' | 'all'
  customerId: string
  agentId: string
  signalId: string
  action: BudgetCreate['action']
  onUnknownCost: NonNullable<BudgetCreate['onUnknownCost']>
  thresholds: string
}

export const NO_BUDGET: BudgetValues = {
  name: '',
  measure: 'cost',
  amount: '',
  period: 'day',
  hours: '',
  holder: 'each',
  customerId: '',
  agentId: '',
  signalId: '',
  action: 'block',
  onUnknownCost: 'hold',
  thresholds: '80, 100',
}

const QUARTERS_OF_HOUR = 4
const HOURS_MAX = 8_760

/** Returns the quarters of an hour of a window typed in hours; undefined if it is no such window. */
export function quartersOf(hours: string): number | undefined {
  const typed = hours.trim()
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(typed)) return undefined
  const quarters = Number(typed) * QUARTERS_OF_HOUR
  const isWindow = Number.isInteger(quarters) && quarters > 0 && Number(typed) <= HOURS_MAX
  return isWindow ? quarters : undefined
}

type Problems = Partial<Record<keyof BudgetValues, string>>

/** Validates what the API does not know of: which of the values apply. */
export function problemsOf(values: BudgetValues): Problems {
  const problems: Problems = {}
  if (values.period === 'rolling' && quartersOf(values.hours) === undefined) {
    problems.hours = 'Enter hours in steps of 0.25, such as 5'
  }
  if (values.holder === 'one' && values.customerId === '') problems.customerId = 'Choose a customer'
  return problems
}

/**
 * Converts the form to a request body. Decimal numbers stay text, because parsing could round them.
 */
export function toBody(values: BudgetValues): BudgetCreate {
  const { name, measure, amount, period, hours, holder, customerId, agentId, signalId } = values
  const quarters = period === 'rolling' ? quartersOf(hours) : undefined
  return {
    name: name.trim(),
    measure,
    amount: amount.trim(),
    period,
    ...(quarters === undefined ? {} : { rollingQuarters: quarters }),
    ...(holder === 'one' ? { customerId } : {}),
    ...(holder === 'all' ? { isPerCustomer: false } : {}),
    ...(agentId === '' ? {} : { agentId }),
    ...(signalId === '' ? {} : { signalId }),
    action: actionOf(values),
    ...(measure === 'cost' ? { onUnknownCost: values.onUnknownCost } : {}),
    thresholds: thresholdsOf(values.thresholds),
  }
}

/** A budget that all customers share never blocks. */
export const actionOf = ({ holder, action }: Pick<BudgetValues, 'holder' | 'action'>) =>
  holder === 'all' ? 'alert' : action

const thresholdsOf = (typed: string): string[] =>
  typed
    .split(/[\s,;%]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** The terms that can change. */
export type TermValues = Pick<
  BudgetValues,
  'name' | 'amount' | 'action' | 'onUnknownCost' | 'thresholds'
>

export const termsOf = (budget: Budget): TermValues => ({
  name: budget.name,
  amount: plainDecimal(budget.amount),
  action: budget.action,
  onUnknownCost: budget.onUnknownCost,
  thresholds: budget.thresholds.map(plainDecimal).join(', '),
})

export function toUpdate(values: TermValues, { measure }: Pick<Budget, 'measure'>): BudgetUpdate {
  const { name, amount, action, onUnknownCost, thresholds } = values
  return {
    name: name.trim(),
    amount: amount.trim(),
    action,
    ...(measure === 'cost' ? { onUnknownCost } : {}),
    thresholds: thresholdsOf(thresholds),
  }
}
