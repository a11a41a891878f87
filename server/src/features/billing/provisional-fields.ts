import assert from 'node:assert/strict'
import { type Static, Type } from 'typebox'
import { timestamp, uuid } from '../../platform/http/fields.ts'
import type { ProvisionalSignal } from './provisional.ts'

const ProvisionalOutcomes = Type.Object(
  {
    signalId: uuid(),
    signalName: Type.String(),
    quantity: Type.String({ description: 'Units. A decimal.' }),
    outcomeCount: Type.Integer({ description: 'Events with these units.' }),
    firstSettlesAt: timestamp('When the first window passes.'),
    lastSettlesAt: timestamp('When the last window passes.'),
  },
  {
    title: 'ProvisionalOutcomes',
    description: 'Outcomes of a signal whose settlement window has not passed.',
  },
)

export const provisionalField = {
  provisional: Type.Optional(
    Type.Array(ProvisionalOutcomes, {
      description:
        'Outcomes of the period whose settlement window has not passed. No line contains them; the ' +
        'first invoice that is made after they have settled bills them. Absent if there are none.',
    }),
  ),
}

/** Returns the field; nothing if no outcome is provisional. */
export function provisionalBody(signals: readonly ProvisionalSignal[]): {
  provisional?: Static<typeof ProvisionalOutcomes>[]
} {
  if (signals.length === 0) return {}
  return {
    provisional: signals.map(({ quantity, firstSettlesAt, lastSettlesAt, ...about }) => {
      assert(firstSettlesAt && lastSettlesAt, 'a provisional outcome has no window')
      return {
        ...about,
        quantity: quantity.toFixed(),
        firstSettlesAt: firstSettlesAt.toISOString(),
        lastSettlesAt: lastSettlesAt.toISOString(),
      }
    }),
  }
}
