import { beforeEach } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { must } from './app.ts'
import { createClock } from './clocks.ts'
import { type DealFields, FEE, givenDeal, priced } from './deal.ts'
import { type Fields, givenPlan, givenStrategies } from './given.ts'
import { expectRollupsToAddUp } from './invariants.ts'
import type { Invoice } from './invoice.ts'
import { useStranger, useTestApp } from './use-app.ts'

/** The time at which each test of a change of plan begins: the 16th of 31 days. */
export const NOW = '2026-03-16T12:00:00Z'

/** A pool of units for a fee, and the rate of further units. */
export const POOL = (size: number, fee: number, rate = 0.15): Fields =>
  priced('ticket', {
    name: 'Tickets',
    pricingModel: 'credit_pool',
    tiers: [
      { lower: 0, upper: size, rate: fee },
      { lower: size, upper: null, rate },
    ],
  })

export type ChangeFields = DealFields & { to?: Fields[]; toPlan?: Fields }

/** Returns the type, quantity and amount of each line of an invoice. */
export const linesOf = (invoice: Pick<Invoice, 'lineItems'>) =>
  invoice.lineItems.map(({ type, quantity, amount }) => [type, Number(quantity), Number(amount)])

/** Opens the service for tests of changes of plan, at a time that each test may set. */
export function usePlanChanges() {
  const clock = createClock(NOW)
  beforeEach(() => clock.set(NOW))
  const t = useTestApp({ now: clock.now, atEnd: expectRollupsToAddUp })
  const { api } = t
  const stranger = useStranger(t)

  /** A subscription from 1 March with a fee of 49, and a plan with a fee of 99 for the same agent. */
  async function givenPlans({ to = [{ ...FEE, rate: 99 }], toPlan, ...fields }: ChangeFields = {}) {
    const deal = await givenDeal(api, { prices: [FEE], ...fields })
    const { id: largeId } = await givenPlan(api, {
      agentId: deal.agentId,
      name: 'Large',
      ...toPlan,
    })
    const rows = to.map(({ signal, ...price }) =>
      typeof signal === 'string'
        ? { chargeType: 'usage', signalId: deal.signalIds[signal], ...price }
        : price,
    )
    if (rows.length > 0) await givenStrategies(api, largeId, ...rows)
    const url = `/v1/subscriptions/${deal.subscriptionId}`
    const change = (when = 'now', body: Fields = {}) =>
      api.post(`${url}/plan-change`, { planId: largeId, when, ...body })
    return {
      ...deal,
      url,
      largeId,
      change,
      changed: async (when?: string, body?: Fields) => must(change(when, body)),
      preview: (query: Record<string, string> = {}) =>
        api.get(
          `${url}/plan-change/preview?${new URLSearchParams({ planId: largeId, when: 'now', ...query })}`,
        ),
      takeBack: () => api.delete(`${url}/plan-change`),
      read: async () => must(api.get(url)),
      invoiceOf: async (subscriptionId: string, window: Fields = {}): Promise<Invoice> =>
        must(
          api.post('/v1/invoices/generate', {
            customerId: deal.customerId,
            subscriptionId,
            ...window,
          }),
        ),
    }
  }

  const historyOf = async (id: string) =>
    (await must(api.get(`/v1/subscriptions/${id}/changelog`))).results.map(
      (entry: { changes: Fields[] }) => entry.changes,
    )

  const eventsOf = async (id: string) => {
    const { rows } = await t.database.pool.query(
      'select type from outbox_events where object_id = $1 order by id',
      [id],
    )
    return rows.map(({ type }) => type)
  }

  const run = () => runBilling(t.dependencies, { now: clock.now(), only: t.organization.id })

  return {
    t,
    api,
    stranger,
    givenPlans,
    historyOf,
    eventsOf,
    run,
    setNow: clock.set,
  }
}
