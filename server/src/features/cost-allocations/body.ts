import { AMOUNT_DECIMALS, settlesAt } from '../../domain/allocated-rates.ts'
import { type Decimal, sum, toExactText } from '../../domain/money.ts'
import { ownRateInForce } from '../../domain/own-rates.ts'
import type { Db } from '../../platform/database.ts'
import { listActorNames } from '../audit-log/actor-names.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { type MonthOfModel, sumModelMonths } from '../usage/model-units/model-units.ts'
import { type AllocationMonth, type CostAllocation, startOf } from './allocation.ts'
import {
  type CostAllocation as Body,
  MONTHS_LISTED,
  type CostAllocationMonth as MonthBody,
} from './fields.ts'
import { windowOf } from './months.ts'
import { listMonths } from './queries.ts'

type Deps = { db: Db; catalog: Catalog }
type Asked = { organizationId: string; now: Date }

/** Returns the answers for allocations. `now` is in business time. */
export async function toBodies(
  { db, catalog }: Deps,
  allocations: readonly CostAllocation[],
  { organizationId, now }: Asked,
): Promise<Body[]> {
  const allocationIds = allocations.map(({ id }) => id)
  const [names, stored] = await Promise.all([
    listActorNames(db, organizationId, allocations),
    listMonths(db, { organizationId, allocationIds }),
  ])
  const begun = stored.filter(({ month }) => startOf(month) <= now.getTime())
  const byAllocation = Map.groupBy(begun, ({ allocationId }) => allocationId)
  const monthsOf = ({ id }: CostAllocation) =>
    (byAllocation.get(id) ?? []).slice(-MONTHS_LISTED).reverse()
  const costOf = await readCosts({ db, catalog }, organizationId, allocations.flatMap(monthsOf))
  return allocations.map((allocation) => {
    const { id, provider, model, unit, firstMonth, lastMonth, note, actorId } = allocation
    return {
      id,
      modelProvider: provider,
      model,
      amount: toExactText(allocation.amount, 2),
      unit,
      firstMonth: monthText(firstMonth),
      lastMonth: lastMonth && monthText(lastMonth),
      note,
      actor: `${allocation.actorKind}:${actorId}`,
      actorName: names.get(actorId)?.name ?? null,
      createdAt: allocation.createdAt.toISOString(),
      months: monthsOf(allocation).map((month) => monthBody(allocation, month, costOf(month))),
    }
  })
}

const monthText = (month: string) => month.slice(0, 7)

function monthBody(
  { amount }: CostAllocation,
  { month, units, costRateId, runId, settledAt }: AllocationMonth,
  cost: Decimal,
): MonthBody {
  return {
    month: monthText(month),
    state: settledAt ? 'settled' : 'provisional',
    units: toExactText(units),
    costRateId,
    cost: toExactText(cost, AMOUNT_DECIMALS),
    difference: toExactText(amount.minus(cost), AMOUNT_DECIMALS),
    repricingRunId: runId,
    settlesAt: new Date(settlesAt(startOf(month))).toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  }
}

/** Returns the known costs of the names that the rate of a month prices. */
async function readCosts(
  { db, catalog }: Deps,
  organizationId: string,
  months: readonly AllocationMonth[],
): Promise<(month: AllocationMonth) => Decimal> {
  const starts = months.map(({ month }) => month).sort()
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) return () => sum([])
  const range = { start: windowOf(first).start, end: windowOf(last).end }
  const used = await sumModelMonths(db, { organizationId, ...range })
  await catalog.refreshOrganizations()
  const findPrices = catalog.findPricesFor(organizationId)
  const byMonth = Map.groupBy(used, ({ month }) => month)
  return ({ month, costRateId }) => {
    const isPriced = ({ provider, model }: MonthOfModel) => {
      const own = findPrices(provider, model)?.ownRates
      return own !== undefined && ownRateInForce(own, null, startOf(month))?.id === costRateId
    }
    return sum((byMonth.get(month) ?? []).filter(isPriced).map(({ cost }) => cost))
  }
}
