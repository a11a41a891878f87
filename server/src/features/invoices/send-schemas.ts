import { type Static, Type } from 'typebox'
import { ONE_LINE, TEXT } from '../../platform/http/text-patterns.ts'

const EMAIL_LENGTH_MAX = 254
const SUBJECT_LENGTH_MAX = 255
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
        maxLength: SUBJECT_LENGTH_MAX,
        pattern: ONE_LINE,
        description: 'One line. Default: made from the invoice number and your name.',
      }),
    ),
    message: Type.Optional(
      Type.String({
        maxLength: MESSAGE_LENGTH_MAX,
        pattern: TEXT,
        description: 'Plain text, shown above the details of the invoice.',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ recipientEmail: 'ap@acme.example', message: 'Thank you for your business.' }],
  },
)
export type InvoiceSend = Static<typeof InvoiceSend>

export const SendAnswer = Type.Object(
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
  { description: 'The e-mail is on its way, and the invoice is issued.' },
)
export type SendAnswer = Static<typeof SendAnswer>
