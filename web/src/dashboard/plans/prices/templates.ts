import type { Start } from '../start-names.ts'
import { type Draft, newDraft } from './draft.ts'
import { tierRow } from './tiers.ts'

/**
 * Returns the initial prices of a new plan; `signalId` is the only signal, if there is just one.
 */
export function draftsOf(start: Start, signalId: string | undefined): Draft[] {
  switch (start) {
    case 'outcome':
      return [newDraft({ kind: 'flat', rate: '0.90', signalId })]
    case 'tiers':
      return [
        newDraft({
          kind: 'graduated',
          signalId,
          tiers: [tierRow('1000', '0'), tierRow('10000', '0.90'), tierRow('', '0.70')],
        }),
      ]
    case 'pool':
      return [
        newDraft({
          kind: 'credit_pool',
          signalId,
          tiers: [tierRow('1000', '500'), tierRow('', '0.60')],
        }),
      ]
    case 'seats':
      return [
        newDraft({ kind: 'recurring', name: 'Platform', rate: '99' }),
        newDraft({ kind: 'seat_based', name: 'Seats', rate: '20' }),
      ]
  }
}
