import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { type Claim, extendLeases } from './service.ts'

/** Three extensions fit into a lease, so that one failure is harmless. */
const EXTEND_EVERY_MS = 3_000

/** Extends the leases of this process while their requests are in progress. */
export function createLeases({ db, log, now }: { db: Db; log: Log; now: () => Date }) {
  const underWay = new Set<Claim>()
  const timer = setInterval(() => {
    extendLeases(db, [...underWay], now()).catch((error) => {
      log.warn({ err: error }, 'the leases of idempotency keys were not extended')
    })
  }, EXTEND_EVERY_MS)
  timer.unref()
  return {
    add: (claim: Claim) => void underWay.add(claim),
    remove: (claim: Claim) => void underWay.delete(claim),
    close: () => clearInterval(timer),
  }
}
