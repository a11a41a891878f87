import { decimal } from '../../../../domain/money.ts'
import type { Db, Tx } from '../../../../platform/database.ts'
import { newId } from '../../../../platform/id.ts'
import type { Moment } from '../../../clock/business-clock.ts'
import type { CustomerScope } from '../../../credit-balances/credit-balance.ts'
import type { EventType, NewEvent } from '../../../outbox/event.ts'
import { publishEvents } from '../../../outbox/outbox.ts'
import type { Budget } from '../../budgets/budget.ts'
import type { BudgetAlert } from '../alert.ts'
import { queueMails } from '../mail-queries.ts'
import { insertAlertsIn } from '../store-alerts.ts'
import { availableOf, type CreditAlert } from './credit-alert.ts'
import * as queries from './queries.ts'

const HUNDRED = decimal('100')

const TYPES: Record<Exclude<CreditAlert['kind'], 'budget'>, EventType> = {
  low: 'credit.low',
  depleted: 'credit.depleted',
  expiring: 'credit.expiring',
}

type Found = {
  alerts: readonly CreditAlert[]
  /** Falls above which what is available has risen. */
  endedIds: readonly string[]
  budgets: readonly Budget[]
}

/**
 * Stores falls and notices of expiry that do not exist yet, each with its event and its emails, in
 * one transaction. A fall below a budget becomes an alert of the budget.
 */
export async function storeCreditAlerts(
  db: Db,
  customer: CustomerScope,
  { alerts, endedIds, budgets }: Found,
  moment: Moment,
): Promise<void> {
  if (alerts.length === 0 && endedIds.length === 0) return
  await db.transaction().execute(async (tx) => {
    if (endedIds.length > 0) await queries.endFalls(tx, customer, endedIds, moment.now)
    if (alerts.length === 0) return
    const added = await queries.insertAlerts(tx, alerts)
    await announce(
      tx,
      alerts.filter(({ id }) => added.has(id)),
      { customer, budgets, moment },
    )
  })
}

type Announcing = { customer: CustomerScope; budgets: readonly Budget[]; moment: Moment }

async function announce(
  tx: Tx,
  alerts: readonly CreditAlert[],
  { customer, budgets, moment }: Announcing,
): Promise<void> {
  const events = alerts.flatMap(({ kind, id }): NewEvent[] =>
    kind === 'budget' ? [] : [{ type: TYPES[kind], ...customer, id }],
  )
  await publishEvents(tx, events, moment)
  await queueMails(tx, mailed(alerts), { isOfCredit: true }, moment.now)
  const ofBudgets = alerts.flatMap((alert) => {
    const budget = budgets.find(({ id }) => id === alert.subjectId)
    return alert.kind === 'budget' && budget ? [budgetAlert(alert, budget)] : []
  })
  await insertAlertsIn(tx, customer, ofBudgets, moment)
}

/** Owners and admins are told what needs them: of two falls at once, the last one. */
function mailed(alerts: readonly CreditAlert[]): CreditAlert[] {
  const falls = alerts.filter(({ kind }) => kind === 'low' || kind === 'depleted')
  const isLast = ({ kind, currency }: CreditAlert) =>
    kind === 'depleted' ||
    !falls.some((other) => other.kind === 'depleted' && other.currency === currency)
  return falls.filter(isLast)
}

/** Returns the alert of a budget that what is available fell below. */
function budgetAlert(
  { organizationId, customerId, currency, held, createdAt, ...alert }: CreditAlert,
  { id: budgetId, name: budgetName, amount }: Budget,
): BudgetAlert {
  return {
    id: newId(),
    organizationId,
    customerId,
    budgetId,
    budgetName,
    kind: 'exceeded',
    threshold: HUNDRED,
    measure: 'credit',
    amount,
    limitAmount: alert.balance.plus(alert.promotional).minus(amount),
    currency,
    spent: alert.unbilled,
    held,
    available: availableOf(alert),
    uncostedEventCount: 0,
    // A credit has no window: each fall is one.
    windowStartsAt: createdAt,
    resetsAt: null,
    decisionId: null,
    createdAt,
  }
}
