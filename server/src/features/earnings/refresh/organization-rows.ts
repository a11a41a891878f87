import { sql } from 'kysely'
import { decimal } from '../../../domain/money.ts'
import { monthOf } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import { dateText } from '../../usage-figures/window.ts'
import { addFigures, type DayFigures, isNothing, type Place } from '../compute/day-figures.ts'
import { KEPT_KINDS, NO_ID } from '../compute/kept-kinds.ts'
import type { KeptFigures } from './packed-months.ts'

const MINUS_ONE = decimal('-1')

/** Differences to the sums of an organization, by place without customer, and day. */
export function createDifferences() {
  const all = new Map<string, { place: Place; days: Map<number, DayFigures> }>()

  function put(place: Place, figures: KeptFigures): void {
    const { planId, agentId, kind, sourceId, signalId, currency } = place
    const number = KEPT_KINDS[kind].toString().padStart(2)
    const key = `${planId}${agentId}${number}${sourceId}${signalId}${currency}`
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

/** Adds differences to the sums of an organization: by place and day, by place and month, and by kind and day. */
export async function addToOrganization(
  tx: Tx,
  organizationId: string,
  days: readonly Difference[],
): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into organization_earned_days as kept (organization_id, day, ${BY_PLACE})
    select ${organizationId}::uuid, time, ${BY_PLACE} from ${inputOf(days)}
    on conflict (organization_id, day, ${PLACE}) do update set ${ADDED}`.execute(tx)
  const months = addedUp(days, { timeOf: monthOf })
  await sql`
    insert into organization_earned_months as kept (organization_id, month, ${BY_PLACE})
    select ${organizationId}::uuid, time, ${BY_PLACE} from ${inputOf(months)}
    on conflict (organization_id, month, ${PLACE}) do update set ${ADDED}`.execute(tx)
  const totals = addedUp(days, { placeOf: kindOf })
  await sql`
    insert into organization_earned_day_totals as kept (organization_id, day, ${BY_KIND})
    select ${organizationId}::uuid, time, ${BY_KIND} from ${inputOf(totals)}
    on conflict (organization_id, day, ${KIND}) do update set ${ADDED}`.execute(tx)
}

type Grouping = { timeOf?: (day: number) => number; placeOf?: (place: Place) => Place }

/** Adds differences up by what a function returns for their place or day. */
function addedUp(
  rows: readonly Difference[],
  { timeOf = (day) => day, placeOf = (place) => place }: Grouping,
): readonly Difference[] {
  const sums = createDifferences()
  for (const { place, day, figures } of rows) sums.put(placeOf(place), [[timeOf(day), figures]])
  return sums.sorted()
}

const NO_PLACE = { planId: NO_ID, agentId: NO_ID, sourceId: NO_ID, signalId: NO_ID }
const kindOf = (place: Place): Place => ({ ...place, ...NO_PLACE })

const FIGURES = sql`quantity, earned, invoiced, realised, realised_invoiced, cost, event_count,
  uncosted_event_count`
const PLACE = sql`plan_id, agent_id, kind, source_id, signal_id, currency`
const BY_PLACE = sql`${PLACE}, ${FIGURES}`
const KIND = sql`kind, currency`
const BY_KIND = sql`${KIND}, ${FIGURES}`
const ADDED = sql`
  quantity = kept.quantity + excluded.quantity, earned = kept.earned + excluded.earned,
  invoiced = kept.invoiced + excluded.invoiced, realised = kept.realised + excluded.realised,
  realised_invoiced = kept.realised_invoiced + excluded.realised_invoiced,
  cost = kept.cost + excluded.cost, event_count = kept.event_count + excluded.event_count,
  uncosted_event_count = kept.uncosted_event_count + excluded.uncosted_event_count`

/** SQL: one row for each difference, in their order. */
function inputOf(rows: readonly Difference[]) {
  const amounts = (
    field: 'quantity' | 'earned' | 'invoiced' | 'realised' | 'realisedInvoiced' | 'cost',
  ) => sql`${arrayText(rows, ({ figures }) => figures[field].toFixed())}::numeric[]`
  return sql`unnest(
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
    ) as input (time, plan_id, agent_id, kind, source_id, currency, signal_id, ${FIGURES})`
}
