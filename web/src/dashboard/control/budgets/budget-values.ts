import type { Budget, BudgetCreate, BudgetUpdate } from '../../../api/api-types.ts'
import { plainDecimal } from '../../../ui/values/money.ts'
import { countsCost, isOfCustomer, isPriced } from '../in-words.ts'

/** Form values; `measure`, `holder` and `period` decide which of them apply. */
export type BudgetValues = {
  name: string
  measure: BudgetCreate['measure']
  amount: string
  currency: string
  toleratedLoss: string
  period: Budget['period']
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
  currency: '',
  toleratedLoss: '',
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
  if (periodOf(values) === 'rolling' && quartersOf(values.hours) === undefined) {
    problems.hours = 'Enter hours in steps of 0.25, such as 5'
  }
  if (values.holder === 'one' && values.customerId === '') problems.customerId = 'Choose a customer'
  if (values.measure === 'margin' && values.toleratedLoss.trim() === '') {
    problems.toleratedLoss = 'Enter an amount of at least 0'
  }
  return problems
}

/**
 * Converts the form to a request body. Decimal numbers stay text, because parsing could round them.
 * A revenue or a credit without a currency is in `fallbackCurrency`.
 */
export function toBody(values: BudgetValues, fallbackCurrency: string): BudgetCreate {
  const { name, measure, amount, currency, toleratedLoss, hours, customerId } = values
  const { agentId, signalId } = values
  const [holder, period] = [holderOf(values), periodOf(values)]
  const quarters = period === 'rolling' ? quartersOf(hours) : undefined
  return {
    name: name.trim(),
    measure,
    amount: amount.trim(),
    ...(isOfCustomer(measure) && { currency: currency.trim().toUpperCase() || fallbackCurrency }),
    ...(measure === 'margin' && { toleratedLoss: toleratedLoss.trim() }),
    ...(period !== 'none' && { period }),
    ...(quarters === undefined ? {} : { rollingQuarters: quarters }),
    ...(holder === 'one' ? { customerId } : {}),
    ...(holder === 'all' ? { isPerCustomer: false } : {}),
    ...(agentId === '' || measure === 'credit' ? {} : { agentId }),
    ...(signalId === '' || isPriced(measure) ? {} : { signalId }),
    action: actionOf(values),
    ...(countsCost(measure) ? { onUnknownCost: values.onUnknownCost } : {}),
    ...(measure !== 'credit' && { thresholds: thresholdsOf(values.thresholds) }),
  }
}

type Scope = Pick<BudgetValues, 'measure' | 'holder' | 'period'>

/** Revenue, margin and credit are those of one customer. */
export const holderOf = ({ measure, holder }: Omit<Scope, 'period'>): BudgetValues['holder'] =>
  holder === 'all' && isPriced(measure) ? 'each' : holder

/** Periods that all customers have at the same time. */
const SHARED_PERIODS = ['day', 'month', 'rolling'] as const
const EVERY_PERIOD = ['run', 'day', 'month', 'billing_period', 'rolling'] as const

/** Returns the periods that a budget can have. */
export function periodsOf(scope: Omit<Scope, 'period'>): readonly BudgetValues['period'][] {
  if (scope.measure === 'credit') return ['none']
  if (isPriced(scope.measure)) return ['billing_period']
  return holderOf(scope) === 'all' ? SHARED_PERIODS : EVERY_PERIOD
}

/** Returns the chosen period if the budget can have it, and otherwise the first that it can have. */
export function periodOf(scope: Scope): BudgetValues['period'] {
  const periods = periodsOf(scope)
  return periods.find((period) => period === scope.period) ?? periods[0] ?? scope.period
}

/** A budget that all customers share never blocks. */
export const actionOf = (values: Omit<Scope, 'period'> & Pick<BudgetValues, 'action'>) =>
  holderOf(values) === 'all' ? 'alert' : values.action

const thresholdsOf = (typed: string): string[] =>
  typed
    .split(/[\s,;%]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** The terms that can change. */
export type TermValues = Pick<
  BudgetValues,
  'name' | 'amount' | 'toleratedLoss' | 'action' | 'onUnknownCost' | 'thresholds'
>

export const termsOf = (budget: Budget): TermValues => ({
  name: budget.name,
  amount: plainDecimal(budget.amount),
  toleratedLoss: budget.toleratedLoss === null ? '' : plainDecimal(budget.toleratedLoss),
  action: budget.action,
  onUnknownCost: budget.onUnknownCost,
  thresholds: budget.thresholds.map(plainDecimal).join(', '),
})

export function toUpdate(values: TermValues, { measure }: Pick<Budget, 'measure'>): BudgetUpdate {
  const { name, amount, toleratedLoss, action, onUnknownCost, thresholds } = values
  return {
    name: name.trim(),
    amount: amount.trim(),
    ...(measure === 'margin' && { toleratedLoss: toleratedLoss.trim() }),
    action,
    ...(countsCost(measure) ? { onUnknownCost } : {}),
    ...(measure !== 'credit' && { thresholds: thresholdsOf(thresholds) }),
  }
}
