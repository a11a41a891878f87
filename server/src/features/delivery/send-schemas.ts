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
        description:
          'Default: the email address of the customer, otherwise that of its billing contact.',
      }),
    ),
    subject: Type.Optional(
      Type.String({
        maxLength: TEXT_LENGTH_MAX,
        pattern: ONE_LINE,
        description:
          'One line. Default: composed of the invoice number and the name of your organization.',
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

/** A body may be left out. */
export const InvoiceSendBody = Type.Unsafe<InvoiceSend | null>({
  ...InvoiceSend,
  type: ['object', 'null'],
})

export const InvoiceSendResult = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    emailId: Type.String({
      description:
        'The Message-ID of the email, without angle brackets: its `messageId`, and not the id in ' +
        '`GET /v1/emails/{emailId}`. `GET /v1/emails` finds the email ' +
        'by `invoiceId`.',
    }),
    recipientEmail: Type.String({ description: 'The address that the email is sent to.' }),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Information missing from your organization that the invoice should show: its name ' +
          'or its address.',
      }),
    ),
  },
  {
    title: 'InvoiceSendResult',
    description: 'The email is queued and the invoice is issued.',
  },
)
export type InvoiceSendResult = Static<typeof InvoiceSendResult>
