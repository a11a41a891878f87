import { rateFields } from '../../events/cost-rates/fields.ts'
import type { ObjectKind } from './types.ts'

type Fields = Readonly<Record<string, unknown>>

const NO_COSTS = (data: Fields) => data

const ofBudget = (data: Fields): Fields => {
  if (data.measure !== 'cost' && data.measure !== 'margin') return data
  const figures = { limit: null, spent: null, held: null }
  return 'message' in data
    ? { ...data, ...figures, asked: null, message: null }
    : { ...data, ...figures }
}

/** Removes your costs from the data of an announcement, by the kind of its object. */
const REMOVE: Partial<Record<ObjectKind, (data: Fields) => Fields>> = {
  invoice: ({ totalCost: _total, ...data }) => ({
    ...data,
    lineItems: each(data.lineItems, (line) => ({ ...line, cost: null })),
    agentBreakdown: [],
    margin: null,
  }),
  cost_rate: ({ isFree: _, ...data }) => ({
    ...data,
    percentOff: null,
    ...Object.fromEntries(Object.keys(rateFields).map((field) => [field, null])),
  }),
  repricing_run: ({ costBefore: _before, costAfter: _after, ...data }) => data,
  budget_alert: ofBudget,
  guard_decision: ofBudget,
  event: (data) => ({
    ...data,
    usageCost: null,
    usageCostData: {},
    corrections: each(data.corrections, (one) => ({ ...one, costBefore: null, costAfter: null })),
  }),
}

export function withoutCosts(object: ObjectKind, data: Fields): Fields {
  return (REMOVE[object] ?? NO_COSTS)(data)
}

function each(list: unknown, change: (item: Fields) => Fields): unknown {
  return Array.isArray(list) ? list.map((item: Fields) => change(item)) : list
}
