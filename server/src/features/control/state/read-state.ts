import type { Pool } from 'pg'
import type { Moment } from '../../clock/business-clock.ts'
import { type BudgetDeps, pricedFor } from './budgets-of-customer.ts'
import {
  askedUses,
  type CustomerState,
  customerState,
  type WindowedBudget,
} from './customer-state.ts'
import { type StateRow, stateStatement } from './state-statement.ts'

type ReadDeps = Pick<BudgetDeps, 'readRevenue' | 'readDecidingCredit'> & { pool: Pool }
type OfCustomer = { organizationId: string; customerId: string }

/** Reads what of a customer's budgets is spent and held, without a lock. */
export async function readState(
  deps: ReadDeps,
  { organizationId, customerId }: OfCustomer,
  budgets: readonly WindowedBudget[],
  { now, businessNow }: Moment,
): Promise<CustomerState> {
  const { uses, placeOf } = askedUses(budgets)
  const question = { organizationId, customerId, uses, runIds: [], now, businessNow }
  const { rows } = await deps.pool.query<StateRow>(stateStatement(question))
  // After the holds: usage that settles one in between counts twice, and never not at all.
  const customer = { organizationId, customerId }
  const priced = await pricedFor(deps, customer, { budgets, now, businessNow })
  return customerState(rows, { placeOf, customerId, now, priced })
}
