import type { Db, Tx } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { EventType, NewEvent } from '../../outbox/event.ts'
import { publishEvents } from '../../outbox/outbox.ts'
import { type AlertScope, alertKey, type BudgetAlert, type NewAlert } from './alert.ts'
import { queueMails } from './mail-queries.ts'
import * as queries from './queries.ts'

const TYPES: Record<BudgetAlert['kind'], EventType> = {
  threshold: 'budget.threshold_reached',
  exceeded: 'budget.exceeded',
  blocked: 'guard.blocked',
}

/**
 * Stores the alerts of one scope that do not exist yet, each with its event and its emails, in one
 * transaction. Of several alerts of a budget the last one is emailed. Alerts of budgets that are not
 * active, and of a deleted customer, are left out.
 */
export async function storeAlerts(
  db: Db,
  scope: AlertScope,
  alerts: readonly NewAlert[],
  moment: Moment,
): Promise<void> {
  if (alerts.length === 0) return
  const fresh = await withoutStored(db, scope, alerts)
  if (fresh.length === 0) return
  await db.transaction().execute(async (tx) => {
    const made = fresh.map((alert) => ({ ...alert, id: newId(), createdAt: moment.now }))
    await insertAlertsIn(tx, scope, made, moment)
  })
}

/** Like `storeAlerts`, in the caller's transaction. */
export async function insertAlertsIn(
  tx: Tx,
  scope: AlertScope,
  alerts: readonly BudgetAlert[],
  moment: Moment,
): Promise<void> {
  if (alerts.length === 0) return
  const { budgetIds, isLive } = await queries.findAlerting(tx, scope, budgetIdsOf(alerts))
  const stored = alerts.filter(
    ({ budgetId }) => isLive && (budgetId === null || budgetIds.has(budgetId)),
  )
  if (stored.length > 0) await insertNew(tx, stored, moment)
}

/** Leaves out what is stored already; another process may store the same at the same time. */
async function withoutStored(
  db: Db,
  scope: AlertScope,
  alerts: readonly NewAlert[],
): Promise<NewAlert[]> {
  const since = new Date(Math.min(...alerts.map(({ windowStartsAt }) => windowStartsAt.getTime())))
  const stored = await queries.listStoredKeys(db, scope, { budgetIds: budgetIdsOf(alerts), since })
  return alerts.filter((alert) => !stored.has(alertKey(alert)))
}

const budgetIdsOf = (alerts: readonly NewAlert[]) => [
  ...new Set(alerts.flatMap(({ budgetId }) => budgetId ?? [])),
]

async function insertNew(tx: Tx, alerts: readonly BudgetAlert[], moment: Moment): Promise<void> {
  const added = await queries.insertAlerts(tx, alerts)
  const fresh = alerts.filter(({ id }) => added.has(id))
  const last = new Map(fresh.map((alert) => [alert.budgetId, alert]))
  await queueMails(tx, [...last.values()], { isOfCredit: false }, moment.now)
  await publishEvents(tx, fresh.map(eventOf), moment)
}

function eventOf({ kind, organizationId, customerId, id, decisionId }: BudgetAlert): NewEvent {
  return { type: TYPES[kind], organizationId, customerId, id: decisionId ?? id }
}
