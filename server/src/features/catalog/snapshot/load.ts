import { readFileSync } from 'node:fs'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { announceChange } from '../../../platform/cache-events.ts'
import type { Db } from '../../../platform/database.ts'
import { CATALOG } from '../catalog.ts'
import { allAcceptedPrices, allEntries, lockCatalog } from '../queries.ts'
import { insertEntries, insertPrices, updateDescriptions } from '../write-queries.ts'
import { type BundledEntry, planSnapshot, toBundledModel, toBundledService } from './plan.ts'
import { SnapshotModel, SnapshotService } from './schemas.ts'

export type SnapshotResult = { entriesAdded: number; entriesUpdated: number; pricesAdded: number }

/**
 * Loads the bundled price list into the database, at the first start and after an upgrade. Only
 * adds, never deletes, and does not override prices that a sync stored later. Idempotent.
 */
export async function loadSnapshot(
  db: Db,
  now: Date,
  bundled: readonly BundledEntry[] = readBundledEntries(),
): Promise<SnapshotResult> {
  return db.transaction().execute(async (tx) => {
    await lockCatalog(tx)
    const stored = { entries: await allEntries(tx), prices: await allAcceptedPrices(tx) }
    const { newEntries, descriptions, newPrices } = planSnapshot(stored, bundled, now)
    const origin = { source: 'curated', now } as const
    await insertEntries(tx, newEntries, origin)
    await insertPrices(tx, newPrices, origin)
    await updateDescriptions(tx, descriptions, now)
    if (newEntries.length + descriptions.length + newPrices.length > 0) {
      await announceChange(tx, CATALOG)
    }
    return {
      entriesAdded: newEntries.length,
      entriesUpdated: descriptions.length,
      pricesAdded: newPrices.length,
    }
  })
}

/** Reads all entries of the two bundled files. */
export function readBundledEntries(): BundledEntry[] {
  return [
    ...readLines('llm.json', SnapshotModel).map(toBundledModel),
    ...readLines('services.json', SnapshotService).map(toBundledService),
  ]
}

function readLines<T extends TSchema>(file: string, schema: T): Static<T>[] {
  const lines: unknown = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
  const list = Type.Array(schema)
  if (!Value.Check(list, lines)) throw new Error(`${file} does not have the format of a snapshot`)
  return lines
}
