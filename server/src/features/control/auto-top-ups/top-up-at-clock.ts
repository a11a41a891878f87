import { listCustomersOf } from '../../payments/auto-top-ups/agreements.ts'
import { askForCharge } from '../../payments/charges/collect.ts'
import { type AutoTopUpDeps, startDueTopUps } from './start-due.ts'

/** Tops up credit of an organization that is low at a stop of its test clock. */
export async function topUpAtClock(
  deps: AutoTopUpDeps,
  { only: organizationId, now: businessNow }: { only: string; now: Date },
): Promise<void> {
  const { payments } = deps
  if (!payments) return
  for (const customer of await listCustomersOf(deps.db, organizationId)) {
    const moment = { now: deps.now(), businessNow }
    for (const order of await startDueTopUps(deps, customer, moment)) {
      await askForCharge(deps, payments, order)
    }
  }
}
