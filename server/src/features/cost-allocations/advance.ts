import type { Pool } from 'pg'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { isDatabaseUnreachable, isRetryable } from '../../platform/database/errors.ts'
import { takeSessionLock } from '../../platform/database/session-lock.ts'
import { type Db, runIn, type Tx } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { BusinessClock, Moment } from '../clock/business-clock.ts'
import type { OrganizationTurns } from '../events/organization-turns.ts'
import { lockBackfill } from '../usage/ingest/uncosted.ts'
import { type Due, dueOf, hasBegun, monthTextAfter } from './months.ts'
import * as queries from './queries.ts'
import { setRate, settleMonth } from './set-rate.ts'

export type AllocationDeps = {
  db: Db
  catalog: Catalog
  clock: BusinessClock
  mappingTurns: OrganizationTurns
}

const LOCK = 0x7077_0018

/**
 * Sets the rates that are due for all allocations, and settles their months: in one process at a
 * time. An allocation that fails is tried again by the next call.
 */
export async function advanceAllocations(
  deps: AllocationDeps & { pool: Pool; log: Log },
  signal?: AbortSignal,
): Promise<void> {
  const release = await takeSessionLock(deps.pool, LOCK, 'cost allocations')
  if (!release) return
  try {
    for (const key of await queries.listOpenAllocations(deps.db)) {
      if (signal?.aborted) return
      try {
        await advanceAllocation(deps, key)
      } catch (error) {
        if (isDatabaseUnreachable(error)) throw error
        const level = isRetryable(error) ? 'info' : 'error'
        deps.log[level]({ err: error, ...key }, 'a cost allocation could not continue')
      }
    }
  } finally {
    await release()
  }
}

/** Does what is due for one allocation, month by month, each in a transaction of its own. */
export async function advanceAllocation(deps: AllocationDeps, key: ScopedId): Promise<void> {
  const { db, clock, catalog, mappingTurns } = deps
  let month = (await queries.findAllocation(db, key))?.nextMonth
  if (month === undefined) return
  const known = await listKnown(db, key)
  for (; ; month = monthTextAfter(month)) {
    const moment = clock.moment(key.organizationId)
    const allocation = await queries.findAllocation(db, key)
    if (!allocation || !hasBegun(allocation, month, moment.businessNow)) return
    if (dueOf(month, known.get(month), moment.businessNow) === undefined) continue
    const due = month
    await catalog.refresh()
    await mappingTurns(key.organizationId, () =>
      db.transaction().execute((tx) => workOn(tx, { catalog, key, month: due }, moment)),
    )
    await catalog.refreshOrganizations()
  }
}

async function listKnown(db: Db, { organizationId, id }: ScopedId) {
  const months = await queries.listMonths(db, { organizationId, allocationIds: [id] })
  return new Map(months.map((one) => [one.month, one]))
}

type Step = { catalog: Catalog; key: ScopedId; month: string }

/** Does what is still due for a month under the lock of all changes of stored costs. */
async function workOn(tx: Tx, { catalog, key, month }: Step, moment: Moment): Promise<void> {
  await lockBackfill(runIn(tx), key.organizationId)
  // Another process may have done it, and the allocation may have ended, while this one waited.
  const allocation = await queries.findAllocation(tx, key)
  if (!allocation || !hasBegun(allocation, month, moment.businessNow)) return
  const stored = await queries.findMonth(tx, key, month)
  const due: Due | undefined =
    month < allocation.nextMonth ? undefined : dueOf(month, stored, moment.businessNow)
  if (due === undefined) return
  await catalog.refreshOrganizations()
  const of = { allocation, month, costRateId: stored?.costRateId ?? null }
  if (due === 'settlement') await settleMonth(tx, { catalog, of }, moment)
  else await setRate(tx, { catalog, of }, moment)
}
