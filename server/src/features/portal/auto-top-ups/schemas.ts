import { type Static, Type } from 'typebox'
import { uuid } from '../../../platform/http/fields.ts'
import { shownFields, termsFields } from '../../payments/auto-top-up-settings/fields.ts'

export const PortalAutoTopUpParams = Type.Object({
  autoTopUpId: uuid('Id of the automatic top-up.'),
})

export const PortalAutoTopUpSet = Type.Object(termsFields, {
  title: 'PortalAutoTopUpSet',
  description: 'The customer agrees to `consentText`, which is stored with the time.',
  additionalProperties: false,
  examples: [
    {
      ...{ currency: 'USD', threshold: 20, amount: 100, maxPerMonth: 4 },
      consentText: 'Charge my saved card $100 when less than $20 of my credit is available.',
    },
  ],
})

export const PortalAutoTopUp = Type.Object(shownFields, {
  title: 'PortalAutoTopUp',
  description:
    'An agreement of the customer that its saved payment method is charged when little of its credit ' +
    'is available.',
})
export type PortalAutoTopUp = Static<typeof PortalAutoTopUp>

export const PortalAutoTopUpList = Type.Object(
  {
    results: Type.Array(PortalAutoTopUp, {
      description: 'The last one of each currency, also if it is off; by currency.',
    }),
  },
  { title: 'PortalAutoTopUpList', description: 'The automatic top-ups of the customer.' },
)
export type PortalAutoTopUpList = Static<typeof PortalAutoTopUpList>
