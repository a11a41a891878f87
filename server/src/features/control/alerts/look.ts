import type { Pool } from 'pg'
import { untilNextAlert } from '../../../domain/control/alerts.ts'
import type { Measure } from '../../../domain/control/decide.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { BusinessClock, Moment } from '../../clock/business-clock.ts'
import { isOfCredit, isPriced } from '../revenue/use-of-priced.ts'
import { type BudgetDeps, budgetsOfCustomer } from '../state/budgets-of-customer.ts'
import type { WindowedBudget } from '../state/customer-state.ts'
import { readState } from '../state/read-state.ts'
import { alertKey } from './alert.ts'
import { alertsOfUse } from './alerts-of-use.ts'
import { lookAtCredit } from './credit/look.ts'
import { storeAlerts } from './store-alerts.ts'

export type LookDeps = BudgetDeps & {
  db: Db
  pool: Pool
  clock: BusinessClock
  /** Returns false for organizations without prepaid credit. */
  hasCredit: (organizationId: string) => boolean
  /** Lists the organizations with prepaid credit. */
  creditOrganizations: () => readonly string[]
}

/** What a look at a customer found. */
export type Looked = {
  /** What may be spent before the next alert of any budget, in USD and in units. */
  cost: Decimal | undefined
  quantity: Decimal | undefined
  /** True if credit or a budget depends on prices: its distance is not known in units. */
  isPriced: boolean
  /** Milliseconds until a window changes; undefined without one. */
  changesInMs: number | undefined
  /** Keys of the alerts that are stored. */
  stored: ReadonlySet<string>
}

const NOTHING: Looked = {
  cost: undefined,
  quantity: undefined,
  isPriced: false,
  changesInMs: undefined,
  stored: new Set(),
}

/**
 * Looks what a customer has used of its budgets and of its credit, and stores the alerts that are
 * new. Alerts in `known` are stored already.
 */
export async function lookAtCustomer(
  deps: LookDeps,
  customer: OfCustomer,
  known: ReadonlySet<string> = new Set(),
): Promise<Looked> {
  const { organizationId, customerId } = customer
  const moment = deps.clock.moment(organizationId)
  const budgets = await budgetsOfCustomer(deps, customer, moment)
  const looked = await lookAtBudgets(deps, { customer, known, moment }, budgets)
  if (!deps.hasCredit(organizationId) && !budgets.some(isOfCredit)) return looked
  const hasCredit = await lookAtCredit(deps, { organizationId, customerId }, { budgets, ...moment })
  return { ...looked, isPriced: looked.isPriced || hasCredit }
}

type OfCustomer = { organizationId: string; customerId: string }
type Looking = { customer: OfCustomer; known: ReadonlySet<string>; moment: Moment }

async function lookAtBudgets(
  deps: LookDeps,
  { customer, known, moment }: Looking,
  all: readonly WindowedBudget[],
): Promise<Looked> {
  const { businessNow } = moment
  const budgets = all.filter(({ window }) => window)
  if (budgets.length === 0) return NOTHING
  const state = await readState(deps, customer, budgets, moment)
  const used = budgets.flatMap((budget) => {
    const use = state.useOf(budget, undefined)
    return use ? { budget, use } : []
  })
  const reached = used.flatMap(({ budget, use }) =>
    alertsOfUse(budget, use, { ...customer, businessNow }),
  )
  const fresh = reached.filter((alert) => !known.has(alertKey(alert)))
  await storeAlerts(deps.db, customer, fresh, moment)
  const nextOf = (...measures: Measure[]) =>
    used
      .filter(({ budget }) => measures.includes(budget.measure))
      .flatMap(({ budget, use }) => untilNextAlert(budget, use) ?? [])
      .toSorted((a, b) => a.cmp(b))
      .at(0)
  const changes = budgets.flatMap(({ window }) => (window ? window.resetsAt : []))
  return {
    cost: nextOf('cost', 'margin'),
    quantity: nextOf('quantity'),
    isPriced: budgets.some(isPriced),
    changesInMs: Math.max(Math.min(...changes) - businessNow.getTime(), 0),
    stored: new Set(reached.map(alertKey)),
  }
}
