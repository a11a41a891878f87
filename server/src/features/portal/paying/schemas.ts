import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'

export const PortalPay = Type.Object(
  {
    method: Type.Enum(['checkout', 'saved'], {
      title: 'PortalPaymentWay',
      description: 'checkout: on the page of the payment provider. saved: by the saved method.',
    }),
  },
  {
    title: 'PortalPay',
    additionalProperties: false,
    examples: [{ method: 'checkout' }],
  },
)
export type PortalPay = Static<typeof PortalPay>

export const PortalPaymentAnswer = Type.Object(
  {
    status: Type.Enum(['redirect', 'paid', 'pending', 'declined'], {
      title: 'PortalPaymentStatus',
      description:
        'redirect: go to `url`. pending: the provider has not said yet; read the invoice again in a ' +
        'moment. declined: nothing was charged.',
    }),
    url: nullable(Type.String(), "The provider's page, where the status is redirect."),
    reason: nullable(Type.String(), 'What the bank says, where it was declined and says so.'),
  },
  { title: 'PortalPaymentAnswer', description: 'What came of paying an invoice in the portal.' },
)
export type PortalPaymentAnswer = Static<typeof PortalPaymentAnswer>

export const PortalPaymentMethod = Type.Object(
  {
    brand: nullable(Type.String(), 'Such as visa, or the kind of a method that is no card.'),
    last4: nullable(Type.String()),
  },
  { title: 'PortalPaymentMethod', description: 'What a customer agreed to be charged with.' },
)
export type PortalPaymentMethod = Static<typeof PortalPaymentMethod>

export const PortalPaymentMethods = Type.Array(PortalPaymentMethod, {
  title: 'PortalPaymentMethods',
  description: 'One, or none.',
})

export const PortalSetup = Type.Object(
  { url: Type.String({ description: "The provider's page, on which the method is saved." }) },
  { title: 'PortalSetup', description: 'Where a payment method is saved.' },
)
export type PortalSetup = Static<typeof PortalSetup>
