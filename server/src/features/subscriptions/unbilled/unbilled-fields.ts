import { type Static, Type } from 'typebox'
import { timestamp, uuid } from '../../../platform/http/fields.ts'

const UnbilledReason = Type.Enum(['voided', 'draft'], {
  title: 'UnbilledReason',
  description:
    '`voided`: the invoice of this range was voided after it was finalized; generate a new one. ' +
    '`draft`: a draft that is not finalized automatically covers this range; send the draft, or ' +
    'void it.',
})

export const UnbilledTime = Type.Object(
  {
    start: timestamp(),
    end: timestamp('Exclusive end.'),
    reason: UnbilledReason,
    invoiceId: uuid('The voided invoice, or the draft.'),
    invoiceNumber: Type.String(),
  },
  {
    title: 'UnbilledTime',
    description:
      'A time range of a running or ended subscription that is not billed automatically.',
  },
)
export type UnbilledTime = Static<typeof UnbilledTime>
