import { isCurrency } from '../../../domain/currency.ts'
import { type Decimal, decimal, ZERO } from '../../../domain/money.ts'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import { parseSentDecimal } from '../../../domain/sent-decimal.ts'
import { announceChange } from '../../../platform/cache-events.ts'
import type { Db } from '../../../platform/database.ts'
import { parseSince } from '../../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { newId } from '../../../platform/id.ts'
import { withExternalIds } from '../../customers/external-ids.ts'
import { withCustomerId, withKnownCustomerId } from '../../customers/named-customer.ts'
import { BUDGETS } from './active-budgets.ts'
import { toBody } from './body.ts'
import type { Budget as StoredBudget } from './budget.ts'
import type { Budget } from './fields.ts'
import * as queries from './queries.ts'
import type { BudgetCreate, BudgetList, BudgetListQuery, BudgetUpdate } from './schemas.ts'

type Creation = { organizationId: string; input: BudgetCreate }

/** Creates a budget, which applies from the next decision on. */
export async function createBudget(
  db: Db,
  { organizationId, input }: Creation,
  now: Date,
): Promise<Budget> {
  const named = await withKnownCustomerId(db, organizationId, input)
  const values = { ...valuesOf(named), origin: 'operator' as const }
  const absent = await queries.listAbsent(db, organizationId, values)
  if (absent.length > 0) {
    throw new AppError('not_found', `${absent.join(', ')} not found`, { param: absent[0] })
  }
  const key = { organizationId, id: newId() }
  await db.transaction().execute(async (tx) => {
    await queries.insertBudget(tx, key, values, now)
    await announceChange(tx, BUDGETS)
  })
  return getBudget(db, key)
}

export async function getBudget(db: Db, key: ScopedId): Promise<Budget> {
  const budget = await getStored(db, key)
  const [body] = await bodiesOf(db, key.organizationId, [budget])
  return body ?? notFound('Budget')
}

export async function getStored(db: Db, key: ScopedId): Promise<StoredBudget> {
  return (await queries.findBudget(db, key)) ?? notFound('Budget')
}

export async function listBudgets(
  db: Db,
  organizationId: string,
  query: BudgetListQuery,
): Promise<BudgetList> {
  const page = pageOf(query)
  const { customerId, agentId, isActive, search } = await withCustomerId(db, organizationId, query)
  const filter = {
    organizationId,
    customerId,
    agentId,
    isActive,
    search: search?.trim() || undefined,
    updatedSince: parseSince('updatedSince', query.updatedSince),
  }
  const { sortBy = 'createdAt', sortOrder } = query
  const { rows, total } = await queries.listBudgets(db, filter, { sortBy, sortOrder, ...page })
  return listAnswer(page, await bodiesOf(db, organizationId, rows), total)
}

async function bodiesOf(db: Db, organizationId: string, budgets: readonly StoredBudget[]) {
  return (await withExternalIds(db, organizationId, budgets)).map(toBody)
}

/** Changes the fields in `input`. Decisions use them from the next one on. */
export async function updateBudget(
  db: Db,
  { key, input }: { key: ScopedId; input: BudgetUpdate },
  now: Date,
): Promise<Budget> {
  const { name, action, onUnknownCost, isActive, toleratedLoss } = input
  const values = {
    ...(name !== undefined && { name }),
    ...(action !== undefined && { action }),
    ...(onUnknownCost !== undefined && { onUnknownCost }),
    ...(isActive !== undefined && { isActive }),
    ...(input.amount !== undefined && { amount: amountOf(input.amount) }),
    ...(toleratedLoss !== undefined && { toleratedLoss: lossOf(toleratedLoss) }),
    ...(input.thresholds !== undefined && { thresholds: thresholdsOf(input.thresholds) }),
  }
  await db.transaction().execute(async (tx) => {
    const before = (await queries.findBudget(tx, key)) ?? notFound('Budget')
    const after = { ...before, ...values }
    refuseSharedBlock(after)
    refuseUnpriced(after)
    refuseOfCredit(after)
    if (!(await queries.updateBudget(tx, key, values, now))) notFound('Budget')
    await announceChange(tx, BUDGETS)
  })
  return getBudget(db, key)
}

/** Deletes a budget; it decides nothing from then on. */
export async function deleteBudget(db: Db, key: ScopedId, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await queries.markBudgetDeleted(tx, key, now))) notFound('Budget')
    await announceChange(tx, BUDGETS)
  })
}

const DEFAULT_THRESHOLDS = [decimal('80'), decimal('100')]

/** Returns the terms of a new budget. Throws `invalid` or `inconsistent`. */
export function valuesOf(input: BudgetCreate): Omit<queries.BudgetValues, 'origin'> {
  const { name, measure, action, onUnknownCost = 'hold', isActive = true } = input
  const { rollingQuarters = null, thresholds } = input
  const period = periodOf(input)
  if ((period === 'rolling') !== (rollingQuarters !== null)) {
    throw new AppError(
      'inconsistent',
      'Send rollingQuarters with the period rolling, and only then',
    )
  }
  const values = {
    name,
    customerId: input.customerId ?? null,
    agentId: input.agentId ?? null,
    signalId: input.signalId ?? null,
    isPerCustomer: input.isPerCustomer ?? true,
    measure,
    amount: amountOf(input.amount),
    currency: currencyOf(input),
    toleratedLoss: input.toleratedLoss === undefined ? null : lossOf(input.toleratedLoss),
    period,
    rollingQuarters,
    thresholds: thresholds === undefined ? defaultThresholds(measure) : thresholdsOf(thresholds),
    action,
    onUnknownCost,
    isActive,
  }
  refuseSharedBlock(values)
  refuseUnpriced(values)
  refuseOfCredit(values)
  return values
}

/** A credit has no thresholds: it is used up and filled again. */
const defaultThresholds = (measure: BudgetCreate['measure']) =>
  measure === 'credit' ? [] : DEFAULT_THRESHOLDS

/** A credit has no period. */
function periodOf({ measure, period = 'none' }: BudgetCreate): StoredBudget['period'] {
  if ((measure === 'credit') === (period === 'none')) return period
  throw new AppError(
    'inconsistent',
    measure === 'credit' ? 'A budget of credit has no period: omit it' : 'period is required',
  )
}

/** Costs and margins are in USD. */
function currencyOf({ measure, currency }: BudgetCreate): string | null {
  if (currency !== undefined && measure !== 'revenue' && measure !== 'credit') {
    throw new AppError('inconsistent', 'Send currency with the measure revenue or credit alone')
  }
  if (measure === 'quantity') return null
  if (currency !== undefined && !isCurrency(currency)) {
    throw new AppError('invalid', [`currency ${currency} is not a valid billing currency`])
  }
  return currency ?? 'USD'
}

/** Refuses terms that a budget of revenue, margin or credit cannot have, and a tolerated loss of others. */
function refuseUnpriced({
  measure,
  amount,
  toleratedLoss,
  period,
  signalId,
  isPerCustomer,
}: Pick<
  StoredBudget,
  'measure' | 'amount' | 'toleratedLoss' | 'period' | 'signalId' | 'isPerCustomer'
>): void {
  if ((measure === 'margin') !== (toleratedLoss !== null)) {
    throw new AppError('inconsistent', 'Send toleratedLoss with the measure margin, and only then')
  }
  if (measure !== 'revenue' && measure !== 'margin' && measure !== 'credit') return
  if (measure !== 'credit' && period !== 'billing_period') {
    throw new AppError('inconsistent', `A budget of ${measure} has the period billing_period`)
  }
  if (signalId !== null) {
    throw new AppError(
      'inconsistent',
      `A budget of ${measure} counts whole invoices: omit signalId`,
    )
  }
  if (!isPerCustomer) {
    throw new AppError('inconsistent', `A budget of ${measure} is per customer: omit isPerCustomer`)
  }
  if (measure === 'margin' && amount.gt(HUNDRED)) {
    throw new AppError('inconsistent', 'amount of a margin is a percentage of at most 100')
  }
}

/** Refuses terms that a budget of credit cannot have. */
function refuseOfCredit({
  measure,
  agentId,
  thresholds,
}: Pick<StoredBudget, 'measure' | 'agentId' | 'thresholds'>): void {
  if (measure !== 'credit') return
  if (agentId !== null) {
    throw new AppError('inconsistent', 'Credit belongs to the customer: omit agentId')
  }
  if (thresholds.length > 0) {
    throw new AppError('inconsistent', 'A budget of credit has no thresholds: omit them')
  }
}

const HUNDRED = decimal('100')

function lossOf(sent: number | string): Decimal {
  const loss = parseSentDecimal(sent)
  if (loss?.gte(ZERO)) return loss
  throw new AppError('invalid', ['toleratedLoss must be a decimal of at least 0'])
}

function refuseSharedBlock({
  isPerCustomer,
  customerId,
  action,
  period,
}: Pick<StoredBudget, 'isPerCustomer' | 'customerId' | 'action' | 'period'>): void {
  if (isPerCustomer) return
  if (customerId !== null) {
    throw new AppError(
      'inconsistent',
      'A budget of one customer is per customer: omit isPerCustomer',
    )
  }
  if (action === 'block') {
    throw new AppError(
      'inconsistent',
      'A budget over all customers cannot block: a decision locks one customer. Send the action alert',
    )
  }
  if (period === 'run' || period === 'billing_period') {
    throw new AppError(
      'inconsistent',
      `A budget over all customers has no ${period}: send day, month or rolling`,
    )
  }
}

function amountOf(sent: number | string): Decimal {
  const amount = parseSentDecimal(sent)
  if (amount?.gte(ZERO)) return amount
  throw new AppError('invalid', ['amount must be a decimal of at least 0 and at most 15 digits'])
}

const THRESHOLD_MAX = decimal('1000')

function thresholdsOf(sent: readonly (number | string)[]): Decimal[] {
  const thresholds = sent.map((one, index) => {
    const threshold = parseSentDecimal(one)
    if (threshold?.gt(ZERO) && threshold.lte(THRESHOLD_MAX)) return threshold
    throw new AppError('invalid', [`thresholds[${index}] must be above 0 and at most 1000`])
  })
  const distinct = new Map(thresholds.map((threshold) => [threshold.toFixed(), threshold]))
  return [...distinct.values()].toSorted((a, b) => a.cmp(b))
}
