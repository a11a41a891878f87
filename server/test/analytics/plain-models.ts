/**
 * Computes what each model did and cost, event by event, for events that used one model each.
 * Written independently of the service, without code that divides amounts between models.
 */

import type { TestDatabase } from '../support/database.ts'
import { readDetails } from '../support/event-details.ts'
import { type Fraction, NONE, over, parse, plus, times, total } from './fraction.ts'
import { plainBillable } from './settle.ts'

export type ModelEvent = {
  customerId: string
  signalId: string
  at: number
  model: string
  billable: Fraction
  cost: Fraction | null
}

const QUARTER = 900_000

export async function readModelEvents(
  { pool }: TestDatabase,
  organizationId: string,
): Promise<ModelEvent[]> {
  const client = await pool.connect()
  try {
    await readDetails(client)
    const { rows } = await client.query(
      `select e.customer_id, e.signal_id, e.usage_date, trim_scale(e.usage_cost)::text as cost,
         trim_scale(${plainBillable('e')})::text as billable, d.services
       from usage_events e join event_details d using (customer_id, id)
       where e.organization_id = $1`,
      [organizationId],
    )
    return rows.map((row) => {
      const [service, ...more] = row.services
      if (more.length > 0) throw new Error('an event of several models has no one model')
      return {
        customerId: row.customer_id,
        signalId: row.signal_id,
        at: row.usage_date.getTime(),
        model: `${service.modelProvider}/${service.model}`,
        billable: parse(row.billable),
        cost: row.cost === null ? null : parse(row.cost),
      }
    })
  } finally {
    await client.query('drop table if exists event_details')
    client.release()
  }
}

/**
 * Sums billable units by signal and model. Events of a customer, signal and quarter of an hour
 * share them evenly.
 */
export function unitsByModel(events: readonly ModelEvent[]): Map<string, Map<string, Fraction>> {
  const signals = new Map<string, Map<string, Fraction>>()
  for (const together of quartersOf(events)) {
    const each = over(total(together.map(({ billable }) => billable)), together.length)
    for (const { signalId, model } of together) {
      const units = signals.get(signalId) ?? new Map<string, Fraction>()
      signals.set(signalId, units.set(model, plus(units.get(model) ?? NONE, each)))
    }
  }
  return signals
}

/**
 * Counts events without a cost by model, of each signal. Those of a customer, signal and quarter of
 * an hour are shared evenly by its events of models without any cost there: a voided event costs
 * nothing either.
 */
export function uncostedByModel(events: readonly ModelEvent[]): Map<string, Map<string, Fraction>> {
  const counts = new Map<string, Map<string, Fraction>>()
  for (const together of quartersOf(events)) {
    const uncosted = together.filter(({ cost }) => cost === null).length
    if (uncosted === 0) continue
    const costs = Map.groupBy(together, ({ model }) => model)
    const isFree = ({ model }: ModelEvent) =>
      total((costs.get(model) ?? []).map(({ cost }) => cost ?? NONE)).n === 0n
    const free = together.filter(isFree)
    const sharing = free.length > 0 ? free : together
    const each = over({ n: BigInt(uncosted), d: 1n }, sharing.length)
    for (const { model, signalId } of sharing) {
      const bySignal = counts.get(model) ?? new Map<string, Fraction>()
      counts.set(model, bySignal.set(signalId, plus(bySignal.get(signalId) ?? NONE, each)))
    }
  }
  return counts
}

function quartersOf(events: readonly ModelEvent[]): Iterable<ModelEvent[]> {
  return Map.groupBy(
    events,
    ({ customerId, signalId, at }) => `${customerId} ${signalId} ${Math.floor(at / QUARTER)}`,
  ).values()
}

/** Returns the share of a signal's amount that these units earned. */
export function partOf(amount: Fraction, units: Fraction, all: readonly Fraction[]): Fraction {
  const { n, d } = total(all)
  return n === 0n ? NONE : times(times(amount, units), { n: d, d: n })
}
