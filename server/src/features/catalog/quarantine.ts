import { announceChange } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { CATALOG } from './catalog.ts'
import {
  findPrice,
  listQuarantinedPrices,
  type QuarantinedPrice,
  resolveQuarantined,
} from './quarantine-queries.ts'

/** The prices that wait for a person, oldest first, each with why it was not used at once. */
export function listQuarantined(db: Db): Promise<QuarantinedPrice[]> {
  return listQuarantinedPrices(db)
}

/** Uses a quarantined price from now on. */
export function acceptQuarantined(db: Db, id: string, now: Date): Promise<void> {
  return resolve(db, { id, status: 'accepted' }, now)
}

/** Never uses a quarantined price, and ignores it when its source says the same again. */
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
