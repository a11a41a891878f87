import { amountNumber } from '../../../domain/json-amount.ts'
import { forAll } from '../../../platform/batching/for-all.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { readBillingContext } from '../../billing/context/billing-context.ts'
import { previewInvoiceIn } from '../../billing/generate.ts'
import { periodTotal } from '../../billing/period-growth.ts'
import { chooseWindow } from '../../billing/window.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { listValidBalances } from '../../credit-balances/valid-balances.ts'
import { listDue, listShown, type OfCustomer, sumDue } from '../../invoices/shown/read.ts'
import { SHOWN_STATUSES } from '../../invoices/shown/shown.ts'
import { listSubscriptions } from '../../subscriptions/service.ts'
import { summariesOf } from '../invoices/service.ts'
import { listOwnSubscriptions } from '../subscriptions/service.ts'
import type { PortalOverview } from './schemas.ts'

const SHOWN = 3
const RUNNING_SHOWN = 5

/** Loads the overview in one transaction, which uses one connection and shares identical reads. */
export function getOverview(db: Db, customer: OfCustomer, moment: Moment): Promise<PortalOverview> {
  return db.transaction().execute((tx) => readOverview(tx, customer, moment))
}

async function readOverview(tx: Tx, customer: OfCustomer, moment: Moment): Promise<PortalOverview> {
  const { organizationId, customerId } = customer
  const [due, open, balances, runningPeriods, last, subscriptions] = await Promise.all([
    sumDue(tx, customer),
    listDue(tx, customer, SHOWN),
    listValidBalances(tx, { organizationId, customerId }, moment.businessNow),
    listRunning(tx, customer, moment),
    listShown(tx, customer, { statuses: SHOWN_STATUSES, limit: SHOWN, offset: 0 }),
    listOwnSubscriptions(tx, customer, { limit: SHOWN, now: moment.businessNow }),
  ])
  return {
    due: due.map((one) => ({
      currency: one.currency,
      amount: amountNumber(one.amount),
      invoices: Number(one.invoices),
      overdue: Number(one.overdue),
      earliestDueDate: one.earliestDueDate.toISOString(),
    })),
    openInvoices: await summariesOf(tx, open),
    creditBalances: balances.map(({ currency, amount }) => ({
      currency,
      amount: amountNumber(amount),
    })),
    runningPeriods,
    lastInvoices: await summariesOf(tx, last.rows),
    subscriptions: subscriptions.results,
    totalSubscriptions: subscriptions.totalResults,
  }
}

/** Lists the running periods with the amount of an invoice generated now. */
async function listRunning(
  tx: Tx,
  { organizationId, customerId }: OfCustomer,
  moment: Moment,
): Promise<PortalOverview['runningPeriods']> {
  const query = { page: 1, limit: RUNNING_SHOWN, sortOrder: 'asc', status: 'active' } as const
  const asked = { organizationId, query: { ...query, customerId } }
  const { results } = await listSubscriptions(tx, asked, moment.businessNow)
  const running = results.flatMap(({ currentPeriod, ...one }) =>
    currentPeriod ? [{ ...one, currentPeriod }] : [],
  )
  return forAll(running, async ({ id: subscriptionId, currentPeriod, ...one }) => {
    const request = { organizationId, customerId, subscriptionId, asked: {} }
    return {
      subscriptionId,
      planName: one.planName,
      agentName: one.agentName,
      timeZone: one.timezoneInForce,
      periodStart: currentPeriod.start,
      periodEnd: currentPeriod.end,
      amountSoFar: await amountSoFar(tx, request, moment),
      currency: one.currency,
    }
  })
}

type Request = Parameters<typeof previewInvoiceIn>[1]

/** Returns null if the invoice would be rejected, for example as too large to show. */
async function amountSoFar(tx: Tx, request: Request, moment: Moment): Promise<number | null> {
  try {
    return (await previewInvoiceIn(tx, request, moment)).total
  } catch (error) {
    const isInvoiced = error instanceof AppError && error.code === 'period_invoiced'
    return isInvoiced ? periodAmount(tx, request, moment) : nullIfRefused(error)
  }
}

/** Returns the amount of a period that has drafts of parts of it. */
async function periodAmount(tx: Tx, request: Request, moment: Moment): Promise<number | null> {
  try {
    const billing = await readBillingContext(tx, request)
    const window = chooseWindow(billing, {}, moment.businessNow)
    return amountNumber(await periodTotal(tx, billing, { window, at: moment.businessNow }))
  } catch (error) {
    return nullIfRefused(error)
  }
}

function nullIfRefused(error: unknown): null {
  if (error instanceof AppError && error.kind !== 'unavailable') return null
  throw error
}
