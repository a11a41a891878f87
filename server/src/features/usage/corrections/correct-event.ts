import type { Tx } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { type CorrectionsCommand, correctEvents, type ValueCorrection } from './correct-events.ts'
import type { EventKey } from './event-change.ts'

export type { ValueCorrection }

export type CorrectionCommand = Pick<CorrectionsCommand, 'reason' | 'actor' | 'loadPrices'> & {
  key: EventKey
  correction: ValueCorrection
}

/**
 * Voids or amends an event, see `correctEvents`. An amendment that changes nothing is not recorded.
 * Returns what is probably a mistake in the new values.
 * - Throws `event_voided` if the event is void.
 * - Throws `conflict` if less than the rejected quantity would be left.
 */
export async function correctEvent(
  tx: Tx,
  { key, correction, ...command }: CorrectionCommand,
  moment: Moment,
): Promise<readonly string[]> {
  const { organizationId, customerId, ...event } = key
  const corrections = [{ event, correction }]
  const all = { ...command, organizationId, customerId, corrections }
  const [outcome] = await correctEvents(tx, all, moment)
  switch (outcome?.kind) {
    case 'corrected':
      return outcome.warnings
    case 'unchanged':
      return []
    case 'void':
      throw new AppError(
        'event_voided',
        'The event is void and counts as 0; if the work was done, record it again with another ' +
          'idempotencyKey',
      )
    case 'rejected': {
      const message = `quantity must be at least ${outcome.rejectedQuantity}, which was rejected`
      throw new AppError('conflict', message)
    }
    default:
      return notFound('Event')
  }
}
