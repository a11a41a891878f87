import { sum } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import { figure, percentOf } from '../../usage-figures/figures.ts'
import { type OtherCosts, sumOtherCosts } from '../../usage-figures/other-costs.ts'
import { dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { restOf } from '../rest.ts'
import { ModelReportedCost, type ReportedCostQuery, type ReportedCosts } from './schemas.ts'

type Asked = { organizationId: string; query: ReportedCostQuery }

/** Compares the costs that gateways reported in a window with the computed ones, by model. */
export async function reportedCosts(
  db: Db,
  { organizationId, query }: Asked,
  now: Date,
): Promise<ReportedCosts> {
  const { customerId, agentId, signalId } = query
  const dates = dateRangeOf(parseWindow(query, now))
  const filter = { organizationId, customerId, agentId, signalId, dates }
  const rows = await sumOtherCosts(db, filter, 'reported')
  const total = compared(totalOf(rows))
  const byModel = rows.map(({ model, provider, ...costs }) => {
    return { model, modelProvider: provider, ...compared(costs) }
  })
  return {
    ...total,
    byModel,
    rest: { byModel: restOf(SUMMED, total, byModel) },
    dateRange: dates,
    filters: filtersIn(query),
  }
}

const SUMMED = [
  'serviceCount',
  'computedCost',
  'reportedCost',
  'uncomputedCount',
  'uncomputedReportedCost',
  'difference',
] as const

type Costs = Omit<OtherCosts, 'provider' | 'model'>

function compared(costs: Costs) {
  const { computedCost, reportedCost, uncomputedReportedCost } = costs
  const difference = reportedCost.minus(uncomputedReportedCost).minus(computedCost)
  return {
    serviceCount: Number(costs.serviceCount),
    computedCost: figure(computedCost),
    reportedCost: figure(reportedCost),
    uncomputedCount: Number(costs.uncomputedCount),
    uncomputedReportedCost: figure(uncomputedReportedCost),
    difference: figure(difference),
    differencePercent: percentOf(difference, computedCost),
  }
}

function totalOf(rows: readonly Costs[]): Costs {
  const countOf = (count: (row: Costs) => string) =>
    String(rows.reduce((total, row) => total + BigInt(count(row)), 0n))
  return {
    serviceCount: countOf((row) => row.serviceCount),
    computedCost: sum(rows.map((row) => row.computedCost)),
    uncomputedCount: countOf((row) => row.uncomputedCount),
    reportedCost: sum(rows.map((row) => row.reportedCost)),
    uncomputedReportedCost: sum(rows.map((row) => row.uncomputedReportedCost)),
  }
}

const BY_MODEL = csvTable('byModel', ModelReportedCost)
export const REPORTED_COST_TABLES = [BY_MODEL]

/** Returns the models of the answer as CSV. */
export function reportedCostTable(db: Db, asked: Asked, now: Date): CsvFile {
  return csvFile(BY_MODEL, onePage(reportedCosts(db, asked, now).then(({ byModel }) => byModel)))
}
