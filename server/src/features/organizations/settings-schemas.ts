import { type Static, Type } from 'typebox'
import {
  currency,
  EMAIL_LENGTH_MAX,
  name,
  nullable,
  optionalLines,
  optionalText,
  TEXT_LENGTH_MAX,
  uuid,
} from '../../platform/http/fields.ts'
import { COLOR } from '../../platform/http/text-patterns.ts'

const PHONE_LENGTH_MAX = 64
const POSTAL_CODE_LENGTH_MAX = 32
const TAX_ID_LENGTH_MAX = 64
const FOOTER_LENGTH_MAX = 2_000
/** A little more than a logo of the largest size takes, so that its own check can say why. */
const LOGO_LENGTH_MAX = 400_000
const COLOR_LENGTH = 7
const GRACE_HOURS_MAX = 2_160
const REMINDERS_MAX = 10
const REMINDER_DAY_MAX = 365

const descriptions = {
  name: 'Who sends the invoices, as printed on them.',
  email: 'Where customers reach you; answers to invoice e-mails go there.',
  phone: 'As it is dialled; not checked.',
  country:
    'As it is printed; the two letters of ISO 3166-1, such as US or DE, are printed as the name.',
  taxId: 'Printed on invoices as it is, such as VAT DE123456789.',
  logo:
    'A data URL, data:image/png;base64,… or data:image/jpeg;base64,…, of a picture of at most ' +
    '200 KB and 2000 by 2000 pixels; a PNG that is still and not interlaced.',
  accentColor:
    'Of buttons and links on the pages and in the mails that customers see: #rrggbb. Text on it is black or ' +
    'white, whichever is easier to read. Null: blue.',
  invoiceFooter: 'Printed at the end of every invoice: bank account, register entry, thanks.',
  currency: 'ISO 4217. What new plans are in when they do not say; plans that exist keep theirs.',
  graceHours:
    'How long a draft waits for late usage before it is final by itself: from the end of its ' +
    'period, or from when it was first made where that was later.',
  reminderDays: 'On which days after the due date a customer is reminded, ascending. Empty: never.',
  emailOnPayment: 'Whether a customer is told by mail of a payment that you record by hand.',
  emailOnRefund: 'Whether a customer is told by mail of a refund.',
  emailOnVoid: 'Whether a customer is told by mail that an issued invoice was voided.',
  accountLinkInMails:
    'Whether mails about invoices say "View your account". It opens nothing by itself: whoever follows ' +
    "it can have a link to the portal mailed to the customer's address on file.",
  allowOverlappingSubscriptions:
    'Whether a customer may have the same plan twice at a time. Two that price the same signal ' +
    'of a customer are refused either way.',
}

export const OrganizationUpdate = Type.Object(
  {
    name: Type.Optional(name(descriptions.name)),
    email: optionalText(EMAIL_LENGTH_MAX, descriptions.email, 'email'),
    phone: optionalText(PHONE_LENGTH_MAX, descriptions.phone),
    addressLine1: optionalLines(TEXT_LENGTH_MAX, 'Street and number.'),
    addressLine2: optionalLines(TEXT_LENGTH_MAX, 'Floor, building, department.'),
    city: optionalText(TEXT_LENGTH_MAX, 'Town or city.'),
    state: optionalText(TEXT_LENGTH_MAX, 'State, province or region.'),
    zipCode: optionalText(POSTAL_CODE_LENGTH_MAX, 'Postal code.'),
    country: optionalText(TEXT_LENGTH_MAX, descriptions.country),
    taxId: optionalText(TAX_ID_LENGTH_MAX, descriptions.taxId),
    logo: optionalText(LOGO_LENGTH_MAX, descriptions.logo),
    accentColor: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: COLOR_LENGTH,
        pattern: COLOR,
        description: descriptions.accentColor,
      }),
    ),
    invoiceFooter: optionalLines(FOOTER_LENGTH_MAX, descriptions.invoiceFooter),
    currency: Type.Optional(currency(descriptions.currency)),
    graceHours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: GRACE_HOURS_MAX, description: descriptions.graceHours }),
    ),
    reminderDays: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: REMINDER_DAY_MAX }), {
        maxItems: REMINDERS_MAX,
        description: descriptions.reminderDays,
      }),
    ),
    emailOnPayment: Type.Optional(Type.Boolean({ description: descriptions.emailOnPayment })),
    emailOnRefund: Type.Optional(Type.Boolean({ description: descriptions.emailOnRefund })),
    emailOnVoid: Type.Optional(Type.Boolean({ description: descriptions.emailOnVoid })),
    accountLinkInMails: Type.Optional(
      Type.Boolean({ description: descriptions.accountLinkInMails }),
    ),
    allowOverlappingSubscriptions: Type.Optional(
      Type.Boolean({ description: descriptions.allowOverlappingSubscriptions }),
    ),
  },
  {
    title: 'OrganizationUpdate',
    additionalProperties: false,
    examples: [
      {
        name: 'Example GmbH',
        email: 'billing@example.com',
        country: 'DE',
        currency: 'EUR',
        reminderDays: [3, 7, 14],
      },
    ],
  },
)
export type OrganizationUpdate = Static<typeof OrganizationUpdate>

const textOrNull = (description?: string) => nullable(Type.String(), description)
const plainText = textOrNull()

export const Organization = Type.Object(
  {
    id: uuid(),
    name: Type.String({ description: descriptions.name }),
    email: textOrNull(descriptions.email),
    phone: plainText,
    addressLine1: plainText,
    addressLine2: plainText,
    city: plainText,
    state: plainText,
    zipCode: plainText,
    country: textOrNull(descriptions.country),
    taxId: textOrNull(descriptions.taxId),
    logo: textOrNull(descriptions.logo),
    accentColor: textOrNull(descriptions.accentColor),
    invoiceFooter: textOrNull(descriptions.invoiceFooter),
    currency: Type.String({ description: descriptions.currency }),
    graceHours: Type.Integer({ description: descriptions.graceHours }),
    reminderDays: Type.Array(Type.Integer(), { description: descriptions.reminderDays }),
    emailOnPayment: Type.Boolean({ description: descriptions.emailOnPayment }),
    emailOnRefund: Type.Boolean({ description: descriptions.emailOnRefund }),
    emailOnVoid: Type.Boolean({ description: descriptions.emailOnVoid }),
    accountLinkInMails: Type.Boolean({ description: descriptions.accountLinkInMails }),
    allowOverlappingSubscriptions: Type.Boolean({
      description: descriptions.allowOverlappingSubscriptions,
    }),
  },
  { title: 'Organization', description: 'Who sends the invoices, and by which rules.' },
)
export type Organization = Static<typeof Organization>
