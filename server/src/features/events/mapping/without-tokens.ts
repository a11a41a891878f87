import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { withExternalIds } from '../../customers/external-ids.ts'
import { pricesFromText } from '../../usage/costs/price-text.ts'
import { type StoredRecord, storedServices } from '../../usage/costs/stored-event.ts'
import { IS_WITHOUT_TOKENS } from '../../usage/costs/without-tokens.ts'
import type { UncostedUsage } from '../schemas.ts'

const LATEST = 20

type Found = StoredRecord & {
  id: string
  customerId: string
  usageDate: Date
  total: string
  prices: string
}

/** Counts the events of a window with an LLM call without tokens, and lists the latest of them. */
export async function listWithoutTokens(
  db: Db,
  organizationId: string,
  { start, end }: { start: number; end: number },
): Promise<UncostedUsage['withoutTokens']> {
  const { rows } = await sql<Found>`
    select id, customer_id, usage_date, prices, payload, corrected_work,
      count(*) over () as total
    from usage_events
    where organization_id = ${organizationId} and ${IS_WITHOUT_TOKENS}
      and usage_date >= ${new Date(start)}::timestamptz
      and usage_date < ${new Date(end)}::timestamptz
    order by usage_date desc, id desc limit ${LATEST}`.execute(db)
  const named = await withExternalIds(db, organizationId, rows)
  return {
    totalEvents: Number(rows[0]?.total ?? 0),
    latest: named.map(({ id, customerId, customerExternalId, usageDate, ...parts }) => ({
      eventId: id,
      customerId,
      customerExternalId,
      usageDate: usageDate.toISOString(),
      models: modelsOf(parts),
    })),
  }
}

function modelsOf(parts: StoredRecord & Pick<Found, 'prices'>): string[] {
  const prices = pricesFromText(parts.prices)
  const services = storedServices(parts).filter((_, at) => prices[at]?.isWithoutTokens)
  return [...new Set(services.map(({ model }) => model))]
}
