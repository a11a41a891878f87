import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid, VALUE_LENGTH_MAX } from '../../platform/http/fields.ts'
import {
  listOf,
  pageParameters,
  sortedBy,
  sortOrder,
  updatedSince,
} from '../../platform/http/list.ts'
import { customerExternalId, namedCustomer } from '../customers/fields.ts'
import { EMAIL_KINDS, EMAIL_STATUSES } from './email.ts'

export const EmailParams = Type.Object({ emailId: uuid() })

export const EmailDocumentQuery = Type.Object({
  organization: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description:
        'Slug or id of your organization, for a signed-in person; sent here because a frame ' +
        'cannot send headers.',
    }),
  ),
})

export const EmailListQuery = Type.Object({
  ...pageParameters,
  invoiceId: Type.Optional(uuid()),
  ...namedCustomer(),
  kind: Type.Optional(Type.Enum(EMAIL_KINDS, { title: 'EmailKind' })),
  status: Type.Optional(Type.Enum(EMAIL_STATUSES, { title: 'EmailStatus' })),
  sortBy: sortedBy(['createdAt', 'updatedAt'], 'Latest first by default.'),
  sortOrder,
  updatedSince,
})
export type EmailListQuery = Static<typeof EmailListQuery>

const itemFields = {
  id: uuid(),
  kind: Type.Enum(EMAIL_KINDS, {
    title: 'EmailKind',
    description:
      'receipt: confirms an online payment. payment, refund, void: a payment that you ' +
      'recorded, a refund, or a voided invoice. portal_link: a portal link that the ' +
      'customer requested, kept only when there is no SMTP server. address_change: sent to ' +
      'the address that a customer has replaced.',
  }),
  status: Type.Enum(EMAIL_STATUSES, {
    title: 'EmailStatus',
    description:
      'captured: there is no SMTP server, and the message was kept. failed: permanently ' +
      'failed, see `lastError`.',
  }),
  messageId: Type.String({ description: 'The Message-ID, as returned when the invoice was sent.' }),
  customerId: uuid(),
  customerExternalId,
  invoiceId: nullable(uuid()),
  to: Type.String(),
  cc: Type.Array(Type.String()),
  subject: Type.String(),
  attempts: Type.Integer(),
  nextAttemptAt: nullable(timestamp()),
  lastError: nullable(Type.String()),
  createdAt: timestamp(),
  updatedAt: timestamp('Of the last attempt to send it; before that, when it was queued.'),
  sentAt: nullable(timestamp()),
}

export const EmailSummary = Type.Object(itemFields, {
  title: 'EmailSummary',
  description: 'A message to a customer, without its text.',
})
export type EmailSummary = Static<typeof EmailSummary>

export const Email = Type.Object(
  {
    ...itemFields,
    html: Type.String({ description: 'A logo in it refers to an attachment, as `cid:logo`.' }),
    text: Type.String(),
  },
  {
    title: 'Email',
    description: 'A message to a customer. The PDF is attached when the message is sent.',
  },
)
export type Email = Static<typeof Email>

export const EmailList = listOf('EmailList', EmailSummary)
export type EmailList = Static<typeof EmailList>
