import type { Db } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { idleFieldWarnings, parseWork } from '../../usage/batch/parse-record.ts'
import { addServicesProblems } from '../../usage/batch/shape.ts'
import { namesServices } from '../../usage/batch/work.ts'
import { correctEvent, type ValueCorrection } from '../../usage/corrections/correct-event.ts'
import { getEvent } from '../event-detail.ts'
import type { OrganizationTurns } from '../organization-turns.ts'
import { findEvent } from '../queries.ts'
import { type EventName, findEventByKey } from './find-event-by-key.ts'
import { nameOf } from './name-of.ts'
import type { AmendedEvent, EventAmend } from './schemas.ts'

export type CorrectEventDeps = { db: Db; catalog: Catalog; correctionTurns: OrganizationTurns }

type Command = {
  organizationId: string
  event: EventName
  reason: string | undefined
  actor: Actor
}

/** Marks an event as a mistake: its quantity and cost become 0. */
export function voidEvent(
  deps: CorrectEventDeps,
  command: Command,
  moment: Moment,
): Promise<AmendedEvent> {
  return correct(deps, { ...command, correction: { kind: 'void' } }, moment)
}

/** Replaces the quantity or the services of an event. Returns it with warnings, as of a record. */
export function amendEvent(
  deps: CorrectEventDeps,
  { sent, ...command }: Command & { sent: Omit<EventAmend, 'reason'> },
  moment: Moment,
): Promise<AmendedEvent> {
  refuseMisshapen(sent)
  return correct(deps, { ...command, correction: { kind: 'amend', sent } }, moment)
}

/** A record is refused or warned about for the same reasons. */
function refuseMisshapen(sent: JsonObject): void {
  const problems: string[] = []
  if (namesServices(sent)) addServicesProblems(sent, 'body', problems)
  else if (sent.quantity === undefined) {
    problems.push('body must have quantity, or the services as in a usage record, or both')
  }
  if (problems.length === 0 && namesServices(sent)) {
    if (sent.services !== undefined) problems.push(...idleFieldWarnings(sent))
    const parsed = parseWork(sent)
    problems.push(...parsed.problems, ...parsed.warnings)
  }
  if (problems.length > 0) throw new AppError('invalid', problems)
}

async function correct(
  { db, catalog, correctionTurns }: CorrectEventDeps,
  { organizationId, event, correction, reason, actor }: Command & { correction: ValueCorrection },
  moment: Moment,
): Promise<AmendedEvent> {
  const found =
    'id' in event
      ? await findEvent(db, { organizationId, id: event.id })
      : await findEventByKey(db, organizationId, event)
  const { id, customerId, usageDate } = found ?? notFound(nameOf(event))
  const key = { organizationId, customerId, usageDate, id }
  await catalog.refresh()
  const loadPrices = async () => {
    await catalog.refreshOrganizations()
    return catalog.findPricesFor(organizationId)
  }
  const command = { key, correction, reason: reason ?? null, actor, loadPrices }
  const warnings = await correctionTurns(organizationId, () =>
    db.transaction().execute((tx) => correctEvent(tx, command, moment)),
  )
  const corrected = await getEvent({ db, catalog }, { organizationId, id })
  return warnings.length === 0 ? corrected : { ...corrected, warnings: [...warnings] }
}
