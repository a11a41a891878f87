import { announceChange } from '../../../platform/cache-events.ts'
import type { Db } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import { CATALOG } from '../catalog.ts'
import { allEntries, allPrices, lockCatalog } from '../queries.ts'
import { insertEntries, insertPrices, setActive } from '../write-queries.ts'
import { fetchText } from './fetch-text.ts'
import { parseLiteLlm } from './litellm.ts'
import { parseOpenRouter } from './openrouter.ts'
import { planSync, type SyncCounts } from './plan.ts'
import type { SourceList } from './statement.ts'

type SyncedSource = 'litellm' | 'openrouter'
export type SyncResult =
  | { source: SyncedSource; ok: true; counts: SyncCounts }
  | { source: SyncedSource; ok: false; error: string }

export type SyncDeps = { db: Db; log: Log }

/** URLs of the price lists, named like the settings of the process. */
export type SyncUrls = { catalogLitellmUrl: string; catalogOpenrouterUrl: string }

const PARSERS: Record<SyncedSource, (text: string) => SourceList> = {
  litellm: parseLiteLlm,
  openrouter: parseOpenRouter,
}

/**
 * Synchronizes the catalog with the public price lists. Each source has its own transaction: one
 * that is unreachable or rejected changes nothing and does not stop the other.
 */
export async function syncCatalog(
  deps: SyncDeps,
  { catalogLitellmUrl, catalogOpenrouterUrl }: SyncUrls,
  now: Date,
): Promise<SyncResult[]> {
  return [
    await syncSource(deps, { source: 'litellm', url: catalogLitellmUrl }, now),
    await syncSource(deps, { source: 'openrouter', url: catalogOpenrouterUrl }, now),
  ]
}

async function syncSource(
  { db, log }: SyncDeps,
  { source, url }: { source: SyncedSource; url: string },
  now: Date,
): Promise<SyncResult> {
  try {
    const list = PARSERS[source](await fetchText(url))
    const counts = await applyList(db, { source, list, now })
    log.info({ source, ...counts }, 'catalog synced')
    return { source, ok: true, counts }
  } catch (error) {
    log.warn({ err: error, source, url }, 'catalog not synced')
    return { source, ok: false, error: messageOf(error) }
  }
}

/** Returns the message with its cause, because `fetch` only says "fetch failed". */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}

/** Compares a list with the catalog and writes the differences in one transaction. */
async function applyList(
  db: Db,
  { source, list, now }: { source: SyncedSource; list: SourceList; now: Date },
): Promise<SyncCounts> {
  return db.transaction().execute(async (tx) => {
    await lockCatalog(tx)
    const stored = { entries: await allEntries(tx), prices: await allPrices(tx) }
    const result = planSync({ source, list, now }, stored)
    if (result.kind === 'refused') throw new Error(`The price list was refused: ${result.reason}`)
    const { newEntries, newPrices, deactivate, reactivate, counts } = result.plan
    await insertEntries(tx, newEntries, { source, now })
    await insertPrices(tx, newPrices, { source, now })
    await setActive(tx, { ids: deactivate, isActive: false }, now)
    await setActive(tx, { ids: reactivate, isActive: true }, now)
    if (newPrices.length + deactivate.length + reactivate.length > 0) {
      await announceChange(tx, CATALOG)
    }
    return counts
  })
}
