import { consume } from '../../src/features/outbox/consume.ts'
import { type Handlers, oneByOne } from '../../src/features/outbox/consumers.ts'
import { publishEvent } from '../../src/features/outbox/outbox.ts'
import { newId } from '../../src/platform/id.ts'
import { createLog } from '../../src/platform/log.ts'
import type { TestApp } from '../support/app.ts'

/** Publishes an event about a customer and calls `hear` for each delivery. */
export async function tellOf(
  t: TestApp,
  customerId: string,
  hear: () => Promise<void>,
): Promise<void> {
  const { db } = t.dependencies
  const now = new Date()
  const organizationId = t.organization.id
  const event = { type: 'payment.succeeded', organizationId, customerId, id: newId() } as const
  await db.transaction().execute((tx) => publishEvent(tx, event, { now, businessNow: now }))
  // All other consumers are omitted.
  const handlers = { notices: oneByOne(hear) } as unknown as Handlers
  const deps = { db, log: createLog('silent'), now: () => now }
  await consume(deps, handlers, { consumer: 'notices', organizationId, now })
}
