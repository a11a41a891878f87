import { type Static, Type } from 'typebox'
import { name, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { AutoTopUp, termsFields } from './fields.ts'

export const AutoTopUpsParams = Type.Object({ customerId: uuid() })
export const AutoTopUpParams = Type.Object({
  customerId: uuid(),
  autoTopUpId: uuid('Id of the automatic top-up.'),
})

export const AutoTopUpSet = Type.Object(
  {
    ...termsFields,
    consentedBy: name('Who agreed for the customer, such as a name with an email.'),
  },
  {
    title: 'AutoTopUpSet',
    additionalProperties: false,
    examples: [
      {
        ...{ currency: 'USD', threshold: 20, amount: 100, maxPerMonth: 4 },
        consentedBy: 'Ann Lee, ann@acme.example',
        consentText: 'Order form 1001, section 4: automatic top-ups of 100 USD below 20 USD.',
      },
    ],
  },
)
export type AutoTopUpSet = Static<typeof AutoTopUpSet>

export const CustomerAutoTopUps = Type.Object(
  {
    customerId: uuid(),
    customerExternalId,
    autoTopUps: Type.Array(AutoTopUp, {
      description: 'The last one of each currency, also if it is off; by currency.',
    }),
  },
  { title: 'CustomerAutoTopUps', description: 'The automatic top-ups of a customer.' },
)
export type CustomerAutoTopUps = Static<typeof CustomerAutoTopUps>
