import type { Outcome } from '../../../usage/corrections/correct-events.ts'
import type { CorrectionRow } from './read-rows.ts'

/** A row that changes nothing because of a mistake in it. */
export type RowProblem = Pick<CorrectionRow, 'row' | 'customerExternalId' | 'idempotencyKey'> & {
  message: string
}

/** Returns why a row cannot be applied; undefined if it can. */
export function problemOf(row: CorrectionRow, outcome: Outcome): RowProblem | undefined {
  const message = messageOf(outcome)
  if (message === undefined) return undefined
  const { row: number, customerExternalId, idempotencyKey } = row
  return { row: number, customerExternalId, idempotencyKey, message }
}

function messageOf(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'absent':
      return 'No event of this customer has this idempotencyKey'
    case 'void':
      return 'The event is void already'
    case 'rejected':
      return `quantity must be at least ${outcome.rejectedQuantity}, which was rejected`
    default:
      return undefined
  }
}
