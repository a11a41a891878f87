import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'
import {
  agentFilter,
  amount,
  count,
  customerFilters,
  DateRangeBody,
  dateFields,
  filtersOf,
  REST,
  signalFilter,
  tableField,
} from '../fields.ts'

export const ReportedCostQuery = Type.Object({
  ...dateFields,
  ...customerFilters,
  agentId: agentFilter,
  signalId: signalFilter,
  table: tableField(['byModel']),
})
export type ReportedCostQuery = Static<typeof ReportedCostQuery>

const sums = {
  serviceCount: count('Number of uses with a reported cost.'),
  computedCost: amount('In USD, as computed from the price list and your cost rates.'),
  reportedCost: amount('In USD, as the records say.'),
  uncomputedCount: count('Number of these uses whose computed cost is not known.'),
  uncomputedReportedCost: amount('The part of `reportedCost` without a computed cost, in USD.'),
  difference: amount(
    'Reported less computed cost, in USD, of the uses that have both: `reportedCost` minus ' +
      '`uncomputedReportedCost` minus `computedCost`.',
  ),
}
const differencePercent = nullable(
  amount(),
  'The difference as a percentage of the computed cost; null when that is zero.',
)

export const ModelReportedCost = Type.Object(
  { model: Type.String(), modelProvider: Type.String(), ...sums, differencePercent },
  { title: 'ModelReportedCost' },
)
export type ModelReportedCost = Static<typeof ModelReportedCost>

const Rest = Type.Object(
  { byModel: Type.Object(sums, { title: 'ReportedCostRest' }) },
  { title: 'ReportedCostRests', description: REST },
)

const exampleSums = {
  serviceCount: 3,
  computedCost: 0.0225,
  reportedCost: 0.0243,
  uncomputedCount: 0,
  uncomputedReportedCost: 0,
  difference: 0.0018,
}
const none = {
  serviceCount: 0,
  computedCost: 0,
  reportedCost: 0,
  uncomputedCount: 0,
  uncomputedReportedCost: 0,
  difference: 0,
}

export const ReportedCosts = Type.Object(
  {
    ...sums,
    differencePercent,
    byModel: Type.Array(ModelReportedCost, { description: 'Highest reported cost first.' }),
    rest: Rest,
    dateRange: DateRangeBody,
    filters: filtersOf('ReportedCostFilters', ReportedCostQuery),
  },
  {
    title: 'ReportedCosts',
    description:
      'Costs that gateways reported in a range of days, beside the computed costs of the same ' +
      'uses. Uses that customers paid for are included, at what they cost the customer.',
    examples: [
      {
        ...exampleSums,
        differencePercent: 8,
        byModel: [
          { model: 'gpt-4o', modelProvider: 'openai', ...exampleSums, differencePercent: 8 },
        ],
        rest: { byModel: none },
        dateRange: { startDate: '2026-03-01', endDate: '2026-03-31' },
        filters: {},
      },
    ],
  },
)
export type ReportedCosts = Static<typeof ReportedCosts>
