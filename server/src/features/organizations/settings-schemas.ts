import { type Static, Type } from 'typebox'
import { forEachAccount } from '../../domain/ledger-accounts.ts'
import {
  currency,
  EMAIL_LENGTH_MAX,
  name,
  nullable,
  optionalLines,
  optionalText,
  sentDecimalOrNull,
  TEXT_LENGTH_MAX,
  uuid,
} from '../../platform/http/fields.ts'
import { COLOR, NAME } from '../../platform/http/text-patterns.ts'

const PHONE_LENGTH_MAX = 64
const POSTAL_CODE_LENGTH_MAX = 32
const TAX_ID_LENGTH_MAX = 64
const FOOTER_LENGTH_MAX = 2_000
/** Slightly above the largest valid logo, so that the logo check can explain the error. */
const LOGO_LENGTH_MAX = 400_000
const COLOR_LENGTH = 7
const ACCOUNT_CODE_LENGTH_MAX = 32
const GRACE_HOURS_MAX = 2_160
const REMINDERS_MAX = 10
const REMINDER_DAY_MAX = 365

const descriptions = {
  name: 'Issuer of the invoices, as printed on them.',
  email: 'Contact address for customers; replies to invoice emails go there.',
  phone: 'Not validated.',
  country:
    'Printed as sent, except that a two-letter ISO 3166-1 code, such as US or DE, is ' +
    'printed as the name of the country.',
  taxId: 'Printed on invoices exactly as sent, such as VAT DE123456789.',
  logo:
    'A data URL, data:image/png;base64,… or data:image/jpeg;base64,…, of a picture of at ' +
    'most 200 KB and 2000 by 2000 pixels. A PNG must be still and not interlaced.',
  accentColor:
    'Color of buttons and links on the pages and in the emails that customers see: ' +
    '#rrggbb. Text on it is black or white, whichever is easier to read. Null: blue.',
  invoiceFooter:
    'Printed at the end of every invoice, such as bank details, a register entry or a ' +
    'thank-you.',
  currency: 'ISO 4217. Default currency of new plans; existing plans keep theirs.',
  graceHours:
    'Hours that a draft waits for late usage before it is finalized automatically: from ' +
    'the end of its period, or from when it was first generated, if that was later.',
  reminderDays: 'Days after the due date on which a customer is reminded, ascending. Empty: never.',
  emailOnPayment: 'True if customers are notified by email of a payment that you record manually.',
  emailOnRefund: 'True if customers are notified by email of a refund.',
  emailOnVoid: 'True if customers are notified by email when an issued invoice is voided.',
  emailOnCredit:
    'True if customers are notified by email when their prepaid credit is low, is used up or is about to expire.',
  alertOnCredit:
    'True if owners and admins are notified by email when the prepaid credit of a customer is low or used up.',
  lowCreditAmount:
    'Prepaid credit of a customer in the currency of the organization is low below this amount, at ' +
    'least 0. Null: it is not announced, unless the customer has an amount of its own.',
  accountLinkInMails:
    'True if emails about invoices show "View your account". The link itself grants no ' +
    "access: it leads to a page that can send a portal link to the customer's address on " +
    'file.',
  allowOverlappingSubscriptions:
    'True if a customer may have the same plan more than once at a time. Two ' +
    'subscriptions that price the same signal of a customer are always rejected.',
  ledgerAccounts: 'Codes of the accounts in the journal for accounting software.',
}

const accountCode = (account: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      minLength: 1,
      maxLength: ACCOUNT_CODE_LENGTH_MAX,
      pattern: NAME,
      description: `Code of the account ${account}.`,
    }),
  )

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
    emailOnCredit: Type.Optional(Type.Boolean({ description: descriptions.emailOnCredit })),
    alertOnCredit: Type.Optional(Type.Boolean({ description: descriptions.alertOnCredit })),
    lowCreditAmount: Type.Optional(sentDecimalOrNull(descriptions.lowCreditAmount)),
    accountLinkInMails: Type.Optional(
      Type.Boolean({ description: descriptions.accountLinkInMails }),
    ),
    allowOverlappingSubscriptions: Type.Optional(
      Type.Boolean({ description: descriptions.allowOverlappingSubscriptions }),
    ),
    ledgerAccounts: Type.Optional(
      Type.Object(forEachAccount(accountCode), {
        title: 'LedgerAccountsUpdate',
        additionalProperties: false,
        description: `${descriptions.ledgerAccounts} Codes not sent stay; null restores the default.`,
      }),
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
    emailOnCredit: Type.Boolean({ description: descriptions.emailOnCredit }),
    alertOnCredit: Type.Boolean({ description: descriptions.alertOnCredit }),
    lowCreditAmount: nullable(Type.Number(), descriptions.lowCreditAmount),
    accountLinkInMails: Type.Boolean({ description: descriptions.accountLinkInMails }),
    allowOverlappingSubscriptions: Type.Boolean({
      description: descriptions.allowOverlappingSubscriptions,
    }),
    ledgerAccounts: Type.Object(
      forEachAccount((description) => Type.String({ description })),
      {
        title: 'LedgerAccounts',
        description: descriptions.ledgerAccounts,
      },
    ),
  },
  { title: 'Organization', description: 'The issuer of the invoices, and the billing settings.' },
)
export type Organization = Static<typeof Organization>
