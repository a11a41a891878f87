import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { CorrectedInvoice, INVOICES_SHOWN_MAX } from '../correction-preview/schemas.ts'
import { comparisonFields } from './fields.ts'

export const ComparisonParams = Type.Object({ customerId: uuid() })

export const OutcomeComparison = Type.Object(
  {
    customerId: uuid(),
    customerExternalId,
    ...comparisonFields,
    invoices: Type.Array(CorrectedInvoice, {
      description: `The invoices of the worth; at most ${INVOICES_SHOWN_MAX}.`,
    }),
    isComplete: Type.Boolean({ description: 'False: more invoices would change than these.' }),
    correctionsCsv: nullable(
      Type.String(),
      'A file for `POST /v1/events/corrections` that voids the outcomes of `outcomes` that have a key; ' +
        'null: there is none.',
    ),
  },
  {
    title: 'OutcomeComparison',
    description: 'What agrees with the count of a customer, and what does not. Nothing is changed.',
  },
)
export type OutcomeComparison = Static<typeof OutcomeComparison>
