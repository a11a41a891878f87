import type { Concerned } from './concerned.ts'
import type { PageOfCustomer, Place } from './costed-events.ts'

/** Limits how long a page takes if each customer has a few events. */
const CUSTOMERS_MAX = 500

export type Reading<Event> = {
  concerned: Concerned
  /** Null: from the beginning. */
  after: Place | null
  limit: number
  idsAfter?: string | null
  list: (page: PageOfCustomer) => Promise<Event[]>
}

export type EventPage<Event> = {
  events: Event[]
  /** Null: no further events. */
  place: Place | null
}

/** Reads events customer by customer, each in order of usage date. */
export async function readPage<Event extends { usageDate: Date; id: string }>({
  concerned,
  after,
  limit,
  idsAfter = null,
  list,
}: Reading<Event>): Promise<EventPage<Event>> {
  const events: Event[] = []
  let place = after
  for (let customers = 0; customers < CUSTOMERS_MAX && events.length < limit; customers += 1) {
    const last = place?.last ?? null
    const customerId = last ? place?.customerId : concerned.customerAfter(place?.customerId ?? null)
    if (customerId === undefined) return { events, place: null }
    const asked = limit - events.length
    const found = await list({ customerId, after: last, limit: asked, idsAfter })
    for (const event of found) events.push(event)
    const end = found.length < asked ? undefined : found.at(-1)
    place = { customerId, last: end ? { usageDate: end.usageDate, id: end.id } : null }
  }
  return { events, place }
}
