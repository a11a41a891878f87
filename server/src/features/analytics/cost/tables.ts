import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { mapPages, onePage } from '../../../platform/http/csv/pages.ts'
import { costOfRejected } from '../../events/stored-rejections/rejected-costs.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { addUp } from '../../usage-figures/add-sums.ts'
import type { Dimension } from '../../usage-figures/sums.ts'
import { bucketsOf, dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { breakdownPages } from '../breakdown-pages.ts'
import { costAnalytics, costSums, customerCosts, rejectedOf } from './cost.ts'
import {
  AgentCost,
  type CostAnalytics,
  CostByModel,
  type CostQuery,
  CustomerCost,
  DayCost,
  PlanCost,
  SignalCost,
} from './schemas.ts'

const BY_DAY = csvTable('byDay', DayCost)
const BY_CUSTOMER = csvTable('byCustomer', CustomerCost)
const BY_AGENT = csvTable('byAgent', AgentCost)
const BY_SIGNAL = csvTable('bySignal', SignalCost)
const BY_PLAN = csvTable('byPlan', PlanCost)
const BY_MODEL = csvTable('byModel', CostByModel)
export const COST_TABLES = [BY_DAY, BY_CUSTOMER, BY_AGENT, BY_SIGNAL, BY_PLAN, BY_MODEL]

type Asked = { organizationId: string; query: CostQuery }

/** Returns one table of the cost answer as CSV; it lists all customers unless `top` is given. */
export function costTable(db: Db, asked: Asked, now: Date): CsvFile {
  const page = <Row>(read: (answer: CostAnalytics) => readonly Row[]) =>
    onePage(costAnalytics(db, asked, now).then(read))
  switch (asked.query.table) {
    case 'byCustomer':
      return csvFile(
        BY_CUSTOMER,
        mapPages(sumsBy(db, asked, now, 'customer'), (parts) =>
          customerCosts(db, asked.organizationId, parts),
        ),
      )
    case 'byAgent':
      return csvFile(
        BY_AGENT,
        mapPages(withRejected(db, asked, now, 'agent'), (parts) =>
          parts.map(({ id, name, sums }) => ({ agentId: id, agentName: name, ...sums })),
        ),
      )
    case 'bySignal':
      return csvFile(
        BY_SIGNAL,
        mapPages(withRejected(db, asked, now, 'signal'), (parts) =>
          parts.map(({ id, name, sums }) => ({ signalId: id, signalName: name, ...sums })),
        ),
      )
    case 'byPlan':
      return csvFile(
        BY_PLAN,
        page((answer) => answer.byPlan),
      )
    case 'byModel':
      return csvFile(
        BY_MODEL,
        page((answer) => answer.byModel),
      )
    default:
      return csvFile(
        BY_DAY,
        page((answer) => answer.byDay),
      )
  }
}

/** Yields the sums of agents or signals with what their rejected units cost. */
async function* withRejected(db: Db, asked: Asked, now: Date, dimension: 'agent' | 'signal') {
  const rejected = await atOneMoment(db, (tx) => costOfRejected(tx, filterOf(asked, now)))
  const costs = dimension === 'agent' ? rejected.byAgent : rejected.bySignal
  for await (const parts of sumsBy(db, asked, now, dimension)) {
    yield parts.map(({ sums, ...part }) => {
      return { ...part, sums: { ...sums, ...rejectedOf(costs, part.id) } }
    })
  }
}

function filterOf({ organizationId, query }: Asked, now: Date): UsageFilter {
  const { customerId, agentId, signalId } = query
  const dates = dateRangeOf(parseWindow(query, now))
  return { organizationId, customerId, agentId, signalId, dates }
}

function sumsBy(db: Db, asked: Asked, now: Date, dimension: Dimension) {
  const { top } = asked.query
  const window = parseWindow(asked.query, now)
  const parts = breakdownPages(db, filterOf(asked, now), {
    dimension,
    top: dimension === 'customer' ? top : undefined,
    groupBy: 'monthly',
    buckets: bucketsOf(window, 'monthly').length,
  })
  return mapPages(parts, (page) =>
    page.flatMap(({ id, name, sums }) => {
      const total = addUp(sums)
      return total ? [{ id, name, sums: costSums(total) }] : []
    }),
  )
}
