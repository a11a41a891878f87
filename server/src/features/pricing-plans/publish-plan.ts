import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Tx } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import { publishEvent } from '../outbox/outbox.ts'
import { raisePlanVersion } from './queries.ts'

/** Publishes that a plan was created or deleted, or that the plan, its prices or its links changed. */
export async function publishPlan(
  tx: Tx,
  { organizationId, id }: ScopedId,
  change: 'created' | 'updated' | 'deleted',
  moment: Moment,
): Promise<void> {
  if (change !== 'created') await raisePlanVersion(tx, { organizationId, id }, moment.now)
  const event = { organizationId, customerId: null, id }
  await publishEvent(tx, { type: `pricing_plan.${change}`, ...event }, moment)
}
