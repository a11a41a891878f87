import { type Decimal, sum } from '../../../domain/money.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import type { Log } from '../../../platform/log.ts'
import { findHoldCustomers, reportOpenCost } from '../../holds/report.ts'
import { parseWork } from '../../usage/batch/parse-record.ts'
import { costRecord, type FindPrices } from '../../usage/costs/cost-record.ts'
import { readRuns } from '../closing/read-runs.ts'
import * as queries from './queries.ts'

export type ReportDeps = {
  db: Db
  log: Log
  usage: { findPrices: (organizationId: string) => FindPrices }
}

/** Runs of one round. */
export const REPORTS_AT_ONCE = 200
/** A report that failed is tried again after this time, so that it does not delay others. */
const POSTPONED_MS = 30_000

/**
 * Reports what the open spans of runs cost to the holds of these runs, so that decisions count it
 * before the runs are recorded. A report changes no event: when a run is recorded, its event uses the
 * hold up, and the next report says that no span is open. Returns the number of runs that were due, at
 * most `REPORTS_AT_ONCE`.
 */
export async function reportDueRuns(deps: ReportDeps, now: Date): Promise<number> {
  const due = await deps.db.transaction().execute((tx) => findDue(tx, now))
  for (const { run, customerId } of due.held) {
    await deps.db
      .transaction()
      .execute((tx) => reportRun(tx, { run, customerId, findPrices: deps.usage.findPrices, now }))
      .catch(async (error) => {
        const { organizationId, runId } = run
        deps.log.warn({ err: error, organizationId, runId }, 'a run is reported to its hold later')
        await queries.postponeReport(deps.db, run, new Date(now.getTime() + POSTPONED_MS))
      })
  }
  return due.count
}

type HeldRun = { run: queries.ReportingRun; customerId: string }

/** Finds the holds of runs that are due. A run without a hold has nothing to report. */
async function findDue(tx: Tx, now: Date): Promise<{ count: number; held: HeldRun[] }> {
  const runs = await queries.lockDueReports(tx, REPORTS_AT_ONCE, now)
  const held: HeldRun[] = []
  const others: queries.ReportingRun[] = []
  for (const [organizationId, own] of Map.groupBy(runs, (run) => run.organizationId)) {
    const unknown = own.filter(({ holdCustomerId }) => holdCustomerId === null)
    const runIds = unknown.map(({ runId }) => runId)
    const found =
      runIds.length > 0 ? await findHoldCustomers(tx, organizationId, runIds) : undefined
    for (const run of own) {
      const customerId = run.holdCustomerId ?? found?.get(run.runId)
      if (customerId === undefined) others.push(run)
      else held.push({ run, customerId })
    }
  }
  await queries.finishReports(tx, others)
  return { count: runs.length, held }
}

type Reporting = HeldRun & { findPrices: ReportDeps['usage']['findPrices']; now: Date }

async function reportRun(tx: Tx, { run, customerId, findPrices, now }: Reporting): Promise<void> {
  const { organizationId, runId } = run
  if (!(await queries.lockDueReport(tx, run)) || (await queries.isSending(tx, run))) return
  const [reading] = await readRuns(tx, [{ ...run, isClosing: true }], findPrices)
  const { services = [], facts } = reading?.read ?? {}
  const cost = knownCost(services, facts?.endedAt ?? now, findPrices(organizationId))
  await reportOpenCost(tx, { organizationId, customerId, runId, cost })
  await queries.finishReport(tx, run, customerId)
}

/** Adds up the cost of services in USD, as far as it is known. */
function knownCost(services: readonly JsonObject[], usedAt: Date, find: FindPrices): Decimal {
  return sum(
    services.flatMap((service) => {
      const work = parseWork({ services: [service], quantity: 1 })
      const cost = costRecord(work.services, usedAt.getTime(), find)
      return cost.status === 'PROCESSED' ? cost.usageCost : []
    }),
  )
}
