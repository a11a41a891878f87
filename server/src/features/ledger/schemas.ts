import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../platform/http/fields.ts'
import { customerExternalId } from '../customers/fields.ts'
import { ENTRY_TYPES } from './entry-statement.ts'

const day = (description: string) => Type.String({ format: 'date', description })

export const JournalQuery = Type.Object({
  from: day('First day, YYYY-MM-DD.'),
  to: day('Last day, included.'),
})
export type JournalQuery = Static<typeof JournalQuery>

const side = (description: string) => nullable(Type.Number({ description }))

/** A line of the journal. */
export const JournalRow = Type.Object(
  {
    date: day('Day of the effect, in the time zone of the customer.'),
    documentType: Type.Enum([...ENTRY_TYPES, 'deferral'], {
      title: 'JournalDocumentType',
      description: 'Effect of a document; deferral: change of deferred revenue over a month.',
    }),
    documentId: Type.String({ description: 'Id of the document; month of a deferral.' }),
    reference: Type.String({ description: 'Invoice number, or name of the credit.' }),
    accountCode: Type.String(),
    accountName: Type.String(),
    debit: side('Empty on a credit.'),
    credit: side('Empty on a debit.'),
    currency: Type.String(),
    customerId: nullable(uuid()),
    customerName: nullable(Type.String()),
    customerExternalId,
  },
  { title: 'JournalRow' },
)
export type JournalRow = Static<typeof JournalRow>
