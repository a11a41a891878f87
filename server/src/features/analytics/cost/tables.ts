import type { Db } from '../../../platform/database.ts'
import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { mapPages, onePage } from '../../../platform/http/csv/pages.ts'
import { addUp } from '../../usage-figures/add-sums.ts'
import type { Dimension } from '../../usage-figures/sums.ts'
import { bucketsOf, dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { breakdownPages } from '../breakdown-pages.ts'
import { costAnalytics, costSums, customerCosts } from './cost.ts'
import {
  AgentCost,
  type CostAnalytics,
  type CostQuery,
  CustomerCost,
  DayCost,
  ModelCost,
  PlanCost,
  SignalCost,
} from './schemas.ts'

const BY_DAY = csvTable('byDay', DayCost)
const BY_CUSTOMER = csvTable('byCustomer', CustomerCost)
const BY_AGENT = csvTable('byAgent', AgentCost)
const BY_SIGNAL = csvTable('bySignal', SignalCost)
const BY_PLAN = csvTable('byPlan', PlanCost)
const BY_MODEL = csvTable('byModel', ModelCost)
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
        mapPages(sumsBy(db, asked, now, 'agent'), (parts) =>
          parts.map(({ id, name, sums }) => ({ agentId: id, agentName: name, ...sums })),
        ),
      )
    case 'bySignal':
      return csvFile(
        BY_SIGNAL,
        mapPages(sumsBy(db, asked, now, 'signal'), (parts) =>
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

function sumsBy(db: Db, { organizationId, query }: Asked, now: Date, dimension: Dimension) {
  const { customerId, agentId, signalId, top } = query
  const window = parseWindow(query, now)
  const filter = { organizationId, customerId, agentId, signalId, dates: dateRangeOf(window) }
  const parts = breakdownPages(db, filter, {
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
