import { expect } from 'vitest'
import { type Api, must } from '../support/app.ts'
import { type Fraction, parse, total } from './fraction.ts'

/** Parses the digits that an answer shows, exactly. */
const exact = (value: unknown): Fraction => {
  if (typeof value !== 'number') throw new Error(`${JSON.stringify(value)} is no number`)
  return parse(value.toFixed(10))
}

/** Parsed JSON. */
type Answer = Awaited<ReturnType<typeof must>>
type Row = Record<string, unknown>
type Table = {
  name: string
  /** The sums of the rows and the rest. */
  total: Row
  rows: readonly Row[]
  rest: Row
  fields: readonly string[]
  /** True if some amounts belong to no row even when all rows are listed. */
  isPart?: boolean
}

const CENT_OF_ROUNDING = 1e-10

/**
 * Asserts that each field of a table adds up to the total exactly. If every row is listed, the rest
 * may contain rounding only.
 */
function expectTableToAddUp(label: string, table: Table, hasMore: boolean) {
  for (const field of table.fields) {
    const rows = [...table.rows, table.rest].map((row) => exact(row[field]))
    expect(total(rows), `${label} ${table.name}.${field}`).toEqual(exact(table.total[field]))
    if (hasMore || table.isPart) continue
    const most = field.includes('vents') || field === 'eventCount' ? 0 : CENT_OF_ROUNDING
    const rest = Math.abs(Number(table.rest[field]))
    expect(rest, `${label} rest of ${table.name}.${field}`).toBeLessThanOrEqual(
      most * (table.rows.length + 1),
    )
  }
}

const COSTS = ['totalCost', 'eventCount', 'uncostedEvents']
const COST_FIELDS: Record<string, readonly string[]> = {
  byModel: ['totalCost', 'costOfRejected'],
  byAgent: [...COSTS, 'costOfRejected'],
  bySignal: [...COSTS, 'costOfRejected'],
}
const OTHERS = ['totalQuantity', 'totalCost', 'uncostedEvents']
const KINDS = ['usage', 'recurring', 'seat', 'onetime']

function costTables(answer: Answer): Table[] {
  const whole = { ...answer, eventCount: answer.totalEvents }
  return ['byAgent', 'byCustomer', 'bySignal', 'byDay', 'byPlan', 'byModel'].map((name) => ({
    name,
    total: whole,
    rows: answer[name],
    rest: answer.rest[name],
    fields: COST_FIELDS[name] ?? COSTS,
  }))
}

function usageTables(answer: Answer): Table[] {
  const { summary, timeSeriesData, dimensionBreakdown: by, rest } = answer
  return [
    {
      name: 'timeSeriesData',
      total: { ...summary, eventCount: summary.totalEvents },
      rows: timeSeriesData,
      rest: rest.timeSeriesData,
      fields: ['eventCount', ...OTHERS],
    },
    {
      name: 'breakdownSummary',
      total: summary,
      rows: by.summary,
      rest: rest.breakdownSummary,
      fields: ['totalEvents', ...OTHERS],
    },
    ...timeSeriesData.map((bucket: Answer, at: number) => ({
      name: `breakdownTimeline ${bucket.date}`,
      total: bucket,
      rows: by.timeline.filter(({ date }: Answer) => date === bucket.date),
      rest: by.rest[at],
      fields: ['eventCount', ...OTHERS],
    })),
  ]
}

const inCurrency = (rows: Answer[], currency: string) =>
  rows.filter((row) => row.currency === currency)
const flat = ({ breakdown, ...row }: Answer) => ({ ...row, ...breakdown })

function revenueTables(answer: Answer): Table[] {
  const { rest } = answer
  const ofAll = { name: 'byCurrency', total: answer, rows: answer.byCurrency, fields: ['cost'] }
  return [
    { ...ofAll, rest: rest.byCurrency, isPart: true },
    ...answer.byCurrency.flatMap((sums: Answer) => {
      const { currency } = sums
      const table = (name: string, fields: string[]) => ({
        name: `${name} ${currency}`,
        total: flat(sums),
        rows: inCurrency(answer[name], currency).map(flat),
        rest: flat(inCurrency(rest[name], currency)[0]),
        fields,
      })
      return [
        table('bySubscription', [
          ...['revenue', 'agentEarned', 'invoiced', 'notInvoiced', 'cost'],
          ...KINDS,
        ]),
        table('byStrategy', ['revenue', 'agentEarned']),
        table('timeSeries', ['revenue', ...KINDS]),
      ]
    }),
  ]
}

function earnedTables(answer: Answer): Table[] {
  const { rest, byAgent, byCurrency } = answer
  const isPart = true
  return [
    {
      name: 'byAgent',
      total: { ...answer, eventCount: answer.totalEvents },
      rows: byAgent,
      rest: rest.byAgent,
      fields: ['eventCount', 'cost', 'uncostedEvents'],
    },
    {
      name: 'byCurrency',
      total: answer,
      rows: byCurrency,
      rest: rest.byCurrency,
      fields: ['cost'],
      isPart,
    },
    ...byCurrency.map((sums: Answer) => ({
      name: `byAgent ${sums.currency}`,
      total: sums,
      rows: byAgent.flatMap((row: Answer) => inCurrency(row.byCurrency, sums.currency)),
      rest: inCurrency(rest.byAgent.byCurrency, sums.currency)[0],
      fields: ['agentEarned', 'cost'],
      isPart,
    })),
    ...(answer.agentEarned === null
      ? []
      : [
          {
            name: 'byAgent',
            total: answer,
            rows: byAgent,
            rest: rest.byAgent,
            fields: ['agentEarned'],
            isPart,
          },
        ]),
  ]
}

function overviewTables({ current, buckets, models, rest }: Answer): Table[] {
  const fields = ['cost', 'eventCount', 'uncostedEvents']
  const all = current.revenue === null ? fields : ['revenue', ...fields]
  return [
    { name: 'buckets', total: current, rows: buckets, rest: rest.buckets, fields: all },
    {
      name: 'models',
      total: { totalCost: current.cost },
      rows: models.results,
      rest: rest.models,
      fields: ['totalCost'],
    },
  ]
}

function profitabilityTables(answer: Answer): Table[] {
  const { rows, byKey, totals, rest } = answer
  const total = { cost: answer.totalCost }
  const fields = ['cost']
  return [
    { name: 'rows', total, rows, rest: rest.rows, fields },
    { name: 'byKey', total, rows: byKey, rest: rest.byKey, fields },
    { name: 'totals', total, rows: totals, rest: rest.totals, fields, isPart: true },
    ...totals.flatMap((sums: Answer): Table[] => [
      {
        name: `byKey ${sums.currency}`,
        total: sums,
        rows: inCurrency(byKey, sums.currency),
        rest: inCurrency(rest.byKey.byCurrency, sums.currency)[0],
        fields: ['revenue', 'invoiced'],
      },
      {
        name: `rows ${sums.currency}`,
        total: sums,
        rows: inCurrency(rows, sums.currency),
        rest: { revenue: 0, invoiced: 0 },
        fields: ['revenue', 'invoiced'],
      },
    ]),
  ]
}

function breakdownTables({ current, lines, models, rest }: Answer): Table[] {
  const fields = ['cost', 'eventCount', 'uncostedEvents']
  return [
    { name: 'lines', total: current, rows: lines, rest: rest.lines, fields },
    {
      name: 'models',
      total: current,
      rows: models,
      rest: rest.models,
      fields: ['cost'],
      isPart: true,
    },
    ...current.byCurrency.map((sums: Answer) => ({
      name: `lines ${sums.currency}`,
      total: sums,
      rows: inCurrency(lines, sums.currency),
      rest: inCurrency(rest.lines.byCurrency, sums.currency)[0],
      fields: ['revenue'],
    })),
  ]
}

function monthTables(answer: Answer): Table[] {
  return ['invoiced', 'voided', 'received', 'refunded', 'outstanding'].flatMap((name) => {
    const { totals, rows, rest } = answer[name]
    const currencies = [...new Set<string>(totals.map(({ currency }: Answer) => currency))]
    return currencies.map((currency) => {
      const own = inCurrency(totals, currency)
      const amount = own.reduce((sum: number, one: Answer) => sum + Math.round(one.amount * 100), 0)
      return {
        name: `${name} ${currency}`,
        total: { amount: amount / 100 },
        rows: inCurrency(rows, currency),
        rest: inCurrency(rest, currency)[0],
        fields: ['amount'],
      }
    })
  })
}

const TABLES = [
  { path: 'cost', ask: '', tables: costTables },
  { path: 'revenue', ask: '&groupBy=weekly', tables: revenueTables },
  { path: 'agent-earned', ask: '', tables: earnedTables },
  { path: 'overview', ask: '&groupBy=weekly', tables: overviewTables },
  { path: 'month-end', ask: '', tables: monthTables },
  { path: 'margin-breakdown', ask: '', tables: breakdownTables },
  ...['customer', 'agent', 'signal'].map((by) => {
    return { path: 'usage', ask: `&groupBy=weekly&breakdownBy=${by}`, tables: usageTables }
  }),
  ...['customer', 'agent', 'signal', 'plan', 'model', 'day'].map((by) => {
    return { path: 'profitability', ask: `&groupBy=${by}`, tables: profitabilityTables }
  }),
]
const WITH_TOP = new Set(['cost', 'revenue', 'usage', 'profitability', 'margin-breakdown'])

/**
 * Requests every analytics answer that has tables, in full and with few rows, and checks every sum.
 */
export async function expectTablesToAddUp(api: Api, dates: string) {
  for (const { path, ask, tables } of TABLES) {
    for (const top of WITH_TOP.has(path) ? ['', '&top=1'] : ['']) {
      const url = `/v1/analytics/${path}?${dates}${ask}${top}`
      const answer = await must(api.get(url))
      for (const table of tables(answer)) expectTableToAddUp(url, table, top !== '')
    }
  }
}
