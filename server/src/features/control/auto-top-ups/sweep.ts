import pLimit from 'p-limit'
import { isDatabaseUnreachable, isRetryable } from '../../../platform/database/errors.ts'
import {
  deferCheck,
  listDueCustomers,
  listEveryCustomer,
} from '../../payments/auto-top-ups/agreements.ts'
import { askForCharge } from '../../payments/charges/collect.ts'
import type { CustomerKey } from '../../payments/payment.ts'
import { listChangedCustomers } from '../alerts/changed-customers.ts'
import { listCreditChanges, listExpiring } from '../alerts/credit/changed-customers.ts'
import { type AutoTopUpDeps, startDueTopUps } from './start-due.ts'

const MINUTE_MS = 60_000
/** A customer without a change is checked again after this time: holds and fees change credit, too. */
const CHECK_AFTER_MS = 10 * MINUTE_MS
/** Older changes are covered by the check of every customer. */
const CHANGES_MS = 60 * MINUTE_MS
const PAGE = 500
const CHECKS_AT_ONCE = 2
/** Charges that wait for the provider while others go on. */
const CHARGES_AT_ONCE = 4

type Sweep = { lastFinish: Date | undefined; signal?: AbortSignal | undefined }

/**
 * Tops up credit that is low and that no process noticed: of customers whose usage, costs or credit
 * changed since the last sweep, and of the others every ten minutes. A customer whose check fails, and a
 * charge that has no answer, do not stop the others.
 */
export async function sweepAutoTopUps(
  deps: AutoTopUpDeps,
  { lastFinish, signal }: Sweep,
): Promise<void> {
  const now = deps.now()
  const changedIds = await listChangedIds(deps, sinceOf(lastFinish, now))
  const [checks, charges] = [pLimit(CHECKS_AT_ONCE), pLimit(CHARGES_AT_ONCE)]
  const asked: Promise<unknown>[] = []
  const check = async (customer: CustomerKey) => {
    if (signal?.aborted) return
    const moment = deps.clock.moment(customer.organizationId)
    await deferCheck(deps.db, customer, new Date(now.getTime() + CHECK_AFTER_MS))
    for (const order of await startDueTopUps(deps, customer, moment)) {
      const { payments } = deps
      if (payments) asked.push(charges(() => askForCharge(deps, payments, order)))
    }
  }
  const attempt = (customer: CustomerKey) =>
    check(customer).catch((error) => report(error, customer))
  const report = (error: unknown, { organizationId, customerId }: CustomerKey) => {
    deps.log.error({ err: error, organizationId, customerId }, 'credit was not topped up')
    // The next sweep would find the same database: it makes up for this one.
    if (isDatabaseUnreachable(error) || isRetryable(error)) throw error
  }
  let after: string | undefined
  for (;;) {
    const page = await listDueCustomers(deps.db, { now, changedIds, after, limit: PAGE })
    await Promise.all(page.map((customer) => checks(() => attempt(customer))))
    after = page.at(-1)?.customerId
    if (page.length < PAGE || signal?.aborted) break
  }
  await Promise.all(asked)
}

/** Lists the customers with automatic top-ups whose usage, costs or credit changed since a time. */
async function listChangedIds(deps: AutoTopUpDeps, since: Date): Promise<string[]> {
  const every = await listEveryCustomer(deps.db)
  if (every.length === 0) return []
  const organizationIds = [...new Set(every.map(({ organizationId }) => organizationId))]
  const changed = [
    ...(await listChangedCustomers(deps, organizationIds, since)),
    ...(await listCreditChanges(deps, organizationIds, since)),
    ...(await listExpiring(deps, organizationIds, since)),
  ]
  const active = new Set(every.map(({ customerId }) => customerId))
  const ids = new Set(changed.map(({ customerId }) => customerId))
  return [...ids].filter((id) => active.has(id))
}

/** Two minutes before the last sweep ended, for transactions that were open then. */
function sinceOf(lastFinish: Date | undefined, now: Date): Date {
  const finished = (lastFinish?.getTime() ?? 0) - 2 * MINUTE_MS
  return new Date(Math.max(finished, now.getTime() - CHANGES_MS))
}
