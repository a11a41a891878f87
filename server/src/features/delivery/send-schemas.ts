import { type Static, Type } from 'typebox'
import { EMAIL_LENGTH_MAX, lines, TEXT_LENGTH_MAX } from '../../platform/http/fields.ts'
import { ONE_LINE } from '../../platform/http/text-patterns.ts'

const MESSAGE_LENGTH_MAX = 10_000

export const InvoiceSend = Type.Object(
  {
    recipientEmail: Type.Optional(
      Type.String({
        format: 'email',
        maxLength: EMAIL_LENGTH_MAX,
        description: "Default: the customer's e-mail, else that of its billing contact.",
      }),
    ),
    subject: Type.Optional(
      Type.String({
        maxLength: TEXT_LENGTH_MAX,
        pattern: ONE_LINE,
        description: 'One line. Default: made from the invoice number and your name.',
      }),
    ),
    message: Type.Optional(
      lines(MESSAGE_LENGTH_MAX, 'Plain text, shown above the details of the invoice.'),
    ),
  },
  {
    title: 'InvoiceSend',
    additionalProperties: false,
    examples: [{ recipientEmail: 'ap@acme.example', message: 'Thank you for your business.' }],
  },
)
export type InvoiceSend = Static<typeof InvoiceSend>

export const InvoiceSendResult = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    emailId: Type.String({ description: 'The Message-ID of the e-mail, without its brackets.' }),
    recipientEmail: Type.String({ description: 'The address that is used.' }),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What the invoice lacks of you: a name of your own, or an address.',
      }),
    ),
  },
  {
    title: 'InvoiceSendResult',
    description: 'The e-mail is on its way, and the invoice is issued.',
  },
)
export type InvoiceSendResult = Static<typeof InvoiceSendResult>
