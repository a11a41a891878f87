import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'

export const PortalPay = Type.Object(
  {
    method: Type.Enum(['checkout', 'saved'], {
      title: 'PortalPaymentWay',
      description:
        'checkout: on the page of the payment provider. saved: with the saved payment method.',
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
        'redirect: go to `url`. pending: the provider has not answered yet; read the invoice ' +
        'again in a moment. declined: nothing was charged.',
    }),
    url: nullable(Type.String(), 'The page of the payment provider, when the status is redirect.'),
    reason: nullable(
      Type.String(),
      'Reason given by the bank when the payment was declined, if any.',
    ),
  },
  { title: 'PortalPaymentAnswer', description: 'Result of paying an invoice in the portal.' },
)
export type PortalPaymentAnswer = Static<typeof PortalPaymentAnswer>

export const PortalPaymentMethod = Type.Object(
  {
    brand: nullable(
      Type.String(),
      'Such as visa, or the kind of a payment method that is not a card.',
    ),
    last4: nullable(Type.String()),
  },
  {
    title: 'PortalPaymentMethod',
    description: 'A payment method that the customer has saved for charges.',
  },
)
export type PortalPaymentMethod = Static<typeof PortalPaymentMethod>

export const PortalPaymentMethods = Type.Array(PortalPaymentMethod, {
  title: 'PortalPaymentMethods',
  description: 'At most one.',
})

export const PortalSetup = Type.Object(
  {
    url: Type.String({
      description: 'The page of the payment provider where the method is saved.',
    }),
  },
  { title: 'PortalSetup', description: 'Page for saving a payment method.' },
)
export type PortalSetup = Static<typeof PortalSetup>
