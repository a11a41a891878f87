import { batchedByKey } from '../../platform/batching/batched.ts'
import { announceChange } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { CATALOG } from './catalog.ts'
import {
  findPrice,
  type HeldPrice,
  listHeldPrices,
  listQuarantinedPrices,
  type QuarantinedPrice,
  resolveQuarantined,
} from './quarantine-queries.ts'
import { ratesBody } from './rates-body.ts'

/** Lists the prices that await a manual decision, oldest first, with the reason for each. */
export function listQuarantined(db: Db): Promise<QuarantinedPrice[]> {
  return listQuarantinedPrices(db)
}

/**
 * Finds a price that was quarantined, whatever was decided since, with its rates as a service of the
 * API has them.
 */
export const findHeldPrice = batchedByKey(
  (id: string) => id,
  async (db: Db, ids: readonly string[]) => {
    const held = new Map((await listHeldPrices(db, ids)).map((price) => [price.id, price]))
    return ids.map((id) => {
      const price = held.get(id)
      return price && heldBody(price)
    })
  },
)

function heldBody(price: HeldPrice) {
  const { id, serviceId, provider, canonicalName, costUnit, source, reason, createdAt } = price
  return {
    id,
    serviceId,
    provider,
    canonicalName,
    costUnit,
    ...ratesBody(price, price),
    source,
    reason: reason ?? '',
    createdAt: createdAt.toISOString(),
  }
}

/** Accepts a quarantined price, which takes effect now. */
export function acceptQuarantined(db: Db, id: string, now: Date): Promise<void> {
  return resolve(db, { id, status: 'accepted' }, now)
}

/** Rejects a quarantined price permanently, and ignores it when its source repeats it. */
export function rejectQuarantined(db: Db, id: string, now: Date): Promise<void> {
  return resolve(db, { id, status: 'rejected' }, now)
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

async function resolve(
  db: Db,
  { id, status }: { id: string; status: 'accepted' | 'rejected' },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const price = UUID.test(id) ? await findPrice(tx, id) : undefined
    if (!price) throw new AppError('not_found', `There is no price ${id}`)
    if (status === 'accepted' && price.inputRate === null && price.unitRate === null) {
      throw new AppError('conflict', `The price ${id} has no usable rate; reject it`)
    }
    if (!(await resolveQuarantined(tx, { id, status }, now))) {
      throw new AppError('conflict', `The price ${id} is ${price.status} already`)
    }
    await announceChange(tx, CATALOG)
  })
}
