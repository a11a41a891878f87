import { type Static, Type } from 'typebox'
import { nullable, VALUE_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { InvoiceSend } from '../send-schemas.ts'

export const InvoiceMailQuery = Type.Object(InvoiceSend.properties)
export type InvoiceMailQuery = Static<typeof InvoiceMailQuery>

export const InvoiceMailDocumentQuery = Type.Object({
  ...InvoiceMailQuery.properties,
  organization: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description:
        'Slug or id of your organization, for a signed-in person; sent here because a frame ' +
        'cannot send headers.',
    }),
  ),
})

export const InvoiceMail = Type.Object(
  {
    recipientEmail: nullable(
      Type.String(),
      'Null when the customer has no address: send recipientEmail.',
    ),
    copies: Type.Array(Type.String(), { description: 'Recipients of a copy.' }),
    subject: Type.String(),
    text: Type.String({ description: 'The message as plain text.' }),
    attachment: Type.String({ examples: ['Invoice-INV-000042.pdf'] }),
    warnings: Type.Array(Type.String(), {
      description:
        'Information missing from your organization that the invoice should show: its name ' +
        'or its address.',
    }),
  },
  { title: 'InvoiceMail', description: 'Preview of the email that sendInvoice sends.' },
)
export type InvoiceMail = Static<typeof InvoiceMail>
