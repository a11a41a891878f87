import { AMOUNT_DECIMALS } from '../../domain/allocated-rates.ts'
import { type Decimal, decimal, ZERO } from '../../domain/money.ts'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { decimalOf } from '../../domain/sent-decimal.ts'
import { monthOf } from '../../domain/time/range.ts'
import { runIn, type Tx } from '../../platform/database.ts'
import { LATEST_DATE } from '../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { newId } from '../../platform/id.ts'
import { dateText } from '../../platform/values/timestamp-text.ts'
import type { Actor } from '../auth/principal.ts'
import { namesOfRate } from '../catalog/price-book.ts'
import { withdrawProvisionalRates } from '../catalog/stored-cost-rates.ts'
import type { Moment } from '../clock/business-clock.ts'
import { lockBackfill } from '../usage/ingest/uncosted.ts'
import { type AllocationDeps, advanceAllocation } from './advance.ts'
import { type CostAllocation, startOf } from './allocation.ts'
import { toBodies } from './body.ts'
import type { CostAllocation as Body } from './fields.ts'
import { monthTextAfter, windowOf } from './months.ts'
import * as queries from './queries.ts'
import type { CostAllocationCreate, CostAllocationList, CostAllocationQuery } from './schemas.ts'
import { queueAllocationRun } from './set-rate.ts'

const AMOUNT_MAX = decimal('1000000000')
const MONTHS_BACK_MAX = 120

export async function listAllocations(
  deps: AllocationDeps,
  organizationId: string,
  query: CostAllocationQuery,
): Promise<CostAllocationList> {
  const page = pageOf(query)
  const filter = { organizationId, isOpen: query.isOpen }
  const { rows, total } = await queries.listAllocations(deps.db, filter, page)
  const now = deps.clock.now(organizationId)
  return listAnswer(page, await toBodies(deps, rows, { organizationId, now }), total)
}

export async function getAllocation(deps: AllocationDeps, key: ScopedId): Promise<Body> {
  const { organizationId } = key
  const found = await queries.findAllocation(deps.db, key)
  const now = deps.clock.now(organizationId)
  const [body] = await toBodies(deps, found ? [found] : [], { organizationId, now })
  return body ?? notFound('Cost allocation')
}

type Creation = { organizationId: string; input: CostAllocationCreate; actor: Actor }

/**
 * Adds an allocation, sets the rate of its running month and settles its past ones. Refuses (409) a
 * second one of a model for a month.
 */
export async function createAllocation(
  deps: AllocationDeps,
  { organizationId, input, actor }: Creation,
  moment: Moment,
): Promise<Body> {
  const { db, catalog, mappingTurns } = deps
  const amount = sentAmount(input.amount)
  const months = sentMonths(input, moment.businessNow)
  const id = newId()
  await catalog.refresh()
  await mappingTurns(organizationId, () =>
    db.transaction().execute(async (tx) => {
      // Two of a model are added one after another, so the second one sees the first.
      await lockBackfill(runIn(tx), organizationId)
      await catalog.refreshOrganizations()
      const { modelProvider: provider, model } = input
      const names = namesOfRate(catalog.book, { organizationId, provider, model })
      const allocation: CostAllocation = {
        ...{ id, organizationId, provider: names.provider, model: names.model, amount },
        ...{ unit: input.unit ?? 'tokens', ...months, nextMonth: months.firstMonth },
        note: input.note?.trim() || null,
        ...{ actorKind: actor.kind, actorId: actor.id, createdAt: moment.now },
      }
      await refuseOverlap(tx, allocation)
      await queries.insertAllocation(tx, allocation)
    }),
  )
  const key = { organizationId, id }
  await advanceAllocation(deps, key)
  return getAllocation(deps, key)
}

function sentAmount(sent: CostAllocationCreate['amount']): Decimal {
  const amount = decimalOf(sent)
  if (amount?.gt(ZERO) && amount.lte(AMOUNT_MAX) && amount.decimals <= AMOUNT_DECIMALS) {
    return amount
  }
  throw new AppError('invalid', [
    `amount must be a decimal above 0, up to ${AMOUNT_MAX.toFixed()}, of at most ${AMOUNT_DECIMALS} decimals`,
  ])
}

function sentMonths({ firstMonth: first, lastMonth: last }: CostAllocationCreate, now: Date) {
  const firstMonth = first == null ? runningMonth(now) : `${first}-01`
  const lastMonth = last == null ? null : `${last}-01`
  const earliest = monthsBefore(now, MONTHS_BACK_MAX)
  if (firstMonth < earliest || startOf(firstMonth) >= LATEST_DATE) {
    const problem = `firstMonth must be from ${earliest.slice(0, 7)} to 2199-12`
    throw new AppError('invalid', [problem])
  }
  if (lastMonth !== null && startOf(lastMonth) >= LATEST_DATE) {
    throw new AppError('invalid', ['lastMonth must not be after 2199-12'])
  }
  if (lastMonth === null || lastMonth >= firstMonth) return { firstMonth, lastMonth }
  throw new AppError('dates_reversed', `lastMonth ${last} is before firstMonth ${first}`, {
    param: 'lastMonth',
  })
}

const runningMonth = (now: Date) => dateText(monthOf(now.getTime()))

function monthsBefore(now: Date, count: number): string {
  return dateText(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count))
}

async function refuseOverlap(tx: Tx, allocation: CostAllocation): Promise<void> {
  const other = await queries.findOverlap(tx, allocation)
  if (!other) return
  const { provider, model, id, firstMonth, lastMonth } = other
  const until = lastMonth === null ? '' : ` to ${lastMonth.slice(0, 7)}`
  throw new AppError(
    'conflict',
    `Allocation ${id} is for ${provider}/${model} from ${firstMonth.slice(0, 7)}${until}; end it before the first month of this one`,
  )
}

type End = { key: ScopedId; lastMonth: string | null | undefined }

/**
 * Ends an allocation after a month. Withdraws the provisional rates of later months, and queues a run
 * that prices their usage by what applies without them.
 */
export async function endAllocation(
  deps: AllocationDeps,
  { key, lastMonth: sent }: End,
  moment: Moment,
): Promise<Body> {
  const { db, catalog, mappingTurns } = deps
  const lastMonth = sent == null ? runningMonth(moment.businessNow) : `${sent}-01`
  await mappingTurns(key.organizationId, () =>
    db.transaction().execute(async (tx) => {
      await lockBackfill(runIn(tx), key.organizationId)
      const allocation = await queries.findAllocation(tx, key)
      if (!allocation) return notFound('Cost allocation')
      refuseEnd(allocation, lastMonth)
      await queries.updateAllocation(tx, key, { lastMonth })
      await withdrawAfter(tx, allocation, lastMonth, moment)
    }),
  )
  await catalog.refreshOrganizations()
  return getAllocation(deps, key)
}

function refuseEnd({ nextMonth, lastMonth: known }: CostAllocation, lastMonth: string): void {
  const shown = lastMonth.slice(0, 7)
  if (known !== null && lastMonth >= known) {
    throw new AppError('conflict', `The allocation ends with ${known.slice(0, 7)} already`)
  }
  if (monthTextAfter(lastMonth) >= nextMonth) return
  const problem = `lastMonth ${shown} must not be before ${dateText(startOf(nextMonth) - 1).slice(0, 7)}: later months have settled, or it is long before the first one`
  throw new AppError('inconsistent', problem, { param: 'lastMonth' })
}

async function withdrawAfter(
  tx: Tx,
  allocation: CostAllocation,
  lastMonth: string,
  { now }: Moment,
): Promise<void> {
  const { organizationId, id: allocationId } = allocation
  const from = windowOf(lastMonth).end
  await withdrawProvisionalRates(tx, { organizationId, allocationId, from, to: null }, now)
  const priced = (await queries.deleteMonthsAfter(tx, allocation, lastMonth)).sort()
  const [first, last] = [priced[0], priced.at(-1)]
  if (first === undefined || last === undefined) return
  const window = { start: windowOf(first).start, end: windowOf(last).end }
  const reason = `End of a cost allocation after ${lastMonth.slice(0, 7)}`
  await queueAllocationRun(tx, allocation, { ...window, reason }, now)
}
