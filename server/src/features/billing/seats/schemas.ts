import { type Static, Type } from 'typebox'
import { timestamp } from '../../../platform/http/fields.ts'
import { SubscriptionSeats } from '../../subscriptions/terms/seats-fields.ts'
import { InvoicePreview } from '../schemas.ts'

export const SubscriptionSeatsList = Type.Object(
  { results: Type.Array(SubscriptionSeats, { description: 'By date, from the start date on.' }) },
  {
    title: 'SubscriptionSeatsList',
    description: 'The seats of a subscription by date.',
    examples: [
      {
        results: [
          { from: '2026-03-01', seatsCount: 5, state: 'past' },
          { from: '2026-03-15', seatsCount: 8, state: 'current' },
        ],
      },
    ],
  },
)
export type SubscriptionSeatsList = Static<typeof SubscriptionSeatsList>

export const SeatsPreview = Type.Object(
  {
    seats: SubscriptionSeats,
    period: Type.Object(
      { start: timestamp(), end: timestamp('Exclusive end of the period.') },
      { title: 'SeatsPeriod', description: 'The billing period in which the change falls.' },
    ),
    invoiceBefore: InvoicePreview,
    invoice: InvoicePreview,
  },
  {
    title: 'SeatsPreview',
    description:
      'Preview of a change of seats, which is not stored: the invoice of the period without the ' +
      'change and with it, each with the usage known so far. If invoices bill a part of the period ' +
      'already, the part that includes the change.',
  },
)
export type SeatsPreview = Static<typeof SeatsPreview>
