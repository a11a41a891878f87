import type { Db } from '../../../platform/database.ts'
import type { Sealer } from '../../../platform/program/seal.ts'
import { type OpenTarget, openTarget } from './attempt.ts'
import { type Claim, findTarget } from './queries.ts'

/** Age from which the state of an endpoint is read again. */
const READ_AGAIN_MS = 1_000

/**
 * Returns a reader of the endpoint of a claim. Its answer is at most a second old, and undefined if
 * the endpoint is disabled or deleted, or the claim has ended.
 */
export function createTargetReader(
  { db, sealer, now }: { db: Db; sealer: Sealer; now: () => Date },
  claim: Claim,
): () => Promise<OpenTarget | undefined> {
  let latest: { readAt: number; target: Promise<OpenTarget | undefined> } | undefined
  async function read(): Promise<OpenTarget | undefined> {
    const found = await findTarget(db, claim)
    return found && openTarget(sealer, found, now())
  }
  return () => {
    const at = performance.now()
    if (!latest || at - latest.readAt >= READ_AGAIN_MS) latest = { readAt: at, target: read() }
    return latest.target
  }
}
