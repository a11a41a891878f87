import { sql } from 'kysely'
import { decimal } from '../../../domain/money.ts'
import { monthOf } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { dateText } from '../../usage-figures/window.ts'
import { addFigures, type DayFigures, isNothing, type Place } from '../compute/day-figures.ts'
import { KEPT_KINDS } from '../compute/kept-kinds.ts'
import type { KeptFigures } from './packed-months.ts'

const MINUS_ONE = decimal('-1')

/** Differences to the sums of an organization, by place without customer, and day. */
export function createDifferences() {
  const all = new Map<string, { place: Place; days: Map<number, DayFigures> }>()

  function put(place: Place, figures: KeptFigures): void {
    const { planId, agentId, kind, sourceId, currency } = place
    const key = `${planId}${agentId}${KEPT_KINDS[kind].toString().padStart(2)}${sourceId}${currency}`
    const { days } = all.get(key) ?? { days: new Map<number, DayFigures>() }
    all.set(key, { place, days })
    for (const [day, one] of figures) {
      const known = days.get(day)
      days.set(day, known ? addFigures(known, one) : one)
    }
  }

  /** Sorted by day and key, so that concurrent writers lock the rows in one order. */
  function sorted() {
    return [...all]
      .flatMap(([key, { place, days }]) =>
        Array.from(days, ([day, figures]) => ({ key, place, day, figures })),
      )
      .filter(({ figures }) => !isNothing(figures))
      .sort((a, b) => a.day - b.day || (a.key < b.key ? -1 : 1))
  }
  return { put, sorted }
}

export function negative(figures: KeptFigures): KeptFigures {
  return figures.map(([day, one]) => [day, negativeOf(one)])
}

function negativeOf(figures: DayFigures): DayFigures {
  return {
    quantity: figures.quantity.times(MINUS_ONE),
    earned: figures.earned.times(MINUS_ONE),
    invoiced: figures.invoiced.times(MINUS_ONE),
    realised: figures.realised.times(MINUS_ONE),
    realisedInvoiced: figures.realisedInvoiced.times(MINUS_ONE),
    cost: figures.cost.times(MINUS_ONE),
    eventCount: -figures.eventCount,
    uncostedEvents: -figures.uncostedEvents,
  }
}

type Difference = ReturnType<ReturnType<typeof createDifferences>['sorted']>[number]

/** Adds differences to the sums of an organization, by day and by month. */
export async function addToOrganization(
  tx: Tx,
  organizationId: string,
  days: readonly Difference[],
): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into organization_earned_days as kept (organization_id, day, ${COLUMNS})
    ${valuesOf(organizationId, days)}
    on conflict (organization_id, day, ${KEY}) do update set ${ADDED}`.execute(tx)
  await sql`
    insert into organization_earned_months as kept (organization_id, month, ${COLUMNS})
    ${valuesOf(organizationId, byMonth(days))}
    on conflict (organization_id, month, ${KEY}) do update set ${ADDED}`.execute(tx)
}

/** Adds the differences of each month up; `day` is its first one. */
function byMonth(days: readonly Difference[]): readonly Difference[] {
  const months = createDifferences()
  for (const { place, day, figures } of days) months.put(place, [[monthOf(day), figures]])
  return months.sorted()
}

const KEY = sql`plan_id, agent_id, kind, source_id, currency`
const COLUMNS = sql`${KEY}, signal_id, quantity, earned, invoiced, realised, realised_invoiced, cost,
  event_count, uncosted_event_count`
const ADDED = sql`
  quantity = kept.quantity + excluded.quantity, earned = kept.earned + excluded.earned,
  invoiced = kept.invoiced + excluded.invoiced, realised = kept.realised + excluded.realised,
  realised_invoiced = kept.realised_invoiced + excluded.realised_invoiced,
  cost = kept.cost + excluded.cost, event_count = kept.event_count + excluded.event_count,
  uncosted_event_count = kept.uncosted_event_count + excluded.uncosted_event_count`

function valuesOf(organizationId: string, rows: readonly Difference[]) {
  const amounts = (
    field: 'quantity' | 'earned' | 'invoiced' | 'realised' | 'realisedInvoiced' | 'cost',
  ) => sql`${arrayText(rows, ({ figures }) => figures[field].toFixed())}::numeric[]`
  return sql`
    select ${organizationId}::uuid, input.*
    from unnest(
      ${arrayText(rows, ({ day }) => dateText(day))}::date[],
      ${arrayText(rows, ({ place }) => place.planId)}::uuid[],
      ${arrayText(rows, ({ place }) => place.agentId)}::uuid[],
      ${arrayText(rows, ({ place }) => String(KEPT_KINDS[place.kind]))}::smallint[],
      ${arrayText(rows, ({ place }) => place.sourceId)}::uuid[],
      ${rows.map(({ place }) => place.currency)}::text[],
      ${arrayText(rows, ({ place }) => place.signalId)}::uuid[],
      ${amounts('quantity')}, ${amounts('earned')}, ${amounts('invoiced')}, ${amounts('realised')},
      ${amounts('realisedInvoiced')}, ${amounts('cost')},
      ${arrayText(rows, ({ figures }) => String(figures.eventCount))}::bigint[],
      ${arrayText(rows, ({ figures }) => String(figures.uncostedEvents))}::bigint[]
    ) as input`
}
