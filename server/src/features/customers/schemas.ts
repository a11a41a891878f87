import { type Static, Type } from 'typebox'
import { NET_TERMS_DAYS_MAX } from '../../domain/time/net-terms.ts'
import {
  EMAIL_LENGTH_MAX,
  jsonObject,
  metadata,
  name,
  nullable,
  optionalLines,
  optionalText,
  searchIn,
  sentDecimalOrNull,
  sortBy,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
  VALUE_LENGTH_MAX,
  version,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder, updatedSince } from '../../platform/http/list.ts'
import { NAME } from '../../platform/http/text-patterns.ts'
import { CreditBalance } from '../credit-balances/fields.ts'

const PHONE_LENGTH_MAX = 64
const POSTAL_CODE_LENGTH_MAX = 32
const RECIPIENTS_MAX = 50
const TAX_ID_LENGTH_MAX = 64
const TAX_EXEMPTION_REASON_LENGTH_MAX = 500
const TAX_RATES_MAX = 10

const CUSTOMER_STATUSES = ['active', 'inactive', 'suspended'] as const
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number]

const customerName = name('Printed on invoices.')

const detailFields = {
  externalId: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      minLength: 1,
      maxLength: TEXT_LENGTH_MAX,
      pattern: NAME,
      description:
        'Your own id for the customer, unique in your organization. Usage records send it as ' +
        '`customerExternalId`. Deleting a customer releases its id.',
    }),
  ),
  email: optionalText(EMAIL_LENGTH_MAX, 'Email address for invoices.', 'email'),
  phone: optionalText(PHONE_LENGTH_MAX, 'Not validated.'),
  addressLine1: optionalLines(TEXT_LENGTH_MAX, 'Street and number.'),
  addressLine2: optionalLines(TEXT_LENGTH_MAX, 'Floor, building, department.'),
  city: optionalText(TEXT_LENGTH_MAX, 'Town or city.'),
  state: optionalText(TEXT_LENGTH_MAX, 'State, province or region.'),
  zipCode: optionalText(POSTAL_CODE_LENGTH_MAX, 'Postal code.'),
  country: optionalText(
    TEXT_LENGTH_MAX,
    'Printed as sent, except that a two-letter ISO 3166-1 code, such as US or DE, is ' +
      'printed as the name of the country.',
  ),
  billingContactName: optionalText(TEXT_LENGTH_MAX, 'Name of the person responsible for invoices.'),
  billingContactEmail: optionalText(
    EMAIL_LENGTH_MAX,
    'Email address of the person responsible for invoices.',
    'email',
  ),
  invoiceEmailRecipients: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', format: 'email', maxLength: EMAIL_LENGTH_MAX },
      maxItems: RECIPIENTS_MAX,
      description: 'Additional email addresses that receive a copy of every invoice.',
    }),
  ),
  taxId: optionalText(
    TAX_ID_LENGTH_MAX,
    'Printed on invoices exactly as sent, such as VAT DE123456789.',
  ),
  taxExemptionReason: optionalLines(
    TAX_EXEMPTION_REASON_LENGTH_MAX,
    'Printed on invoices while isTaxExempt is true, such as Reverse charge, Art. 196 VAT ' +
      'Directive.',
  ),
  taxRateIds: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: uuid(),
      maxItems: TAX_RATES_MAX,
      uniqueItems: true,
      description:
        "Active tax rates that apply instead of the organization's defaults, in the order in " +
        'which they are printed. An empty list: no tax rates. Null: the defaults apply.',
    }),
  ),
  lowCreditAmount: Type.Optional(
    sentDecimalOrNull(
      'Prepaid credit is low below this amount, at least 0, in the currency of the credit; 0: never. ' +
        'Null: the amount of the organization applies.',
    ),
  ),
  metadata,
}

const timezone = {
  minLength: 1,
  maxLength: VALUE_LENGTH_MAX,
  description:
    'IANA name of the time zone in which billing periods begin and end at midnight, such ' +
    'as Europe/Berlin. Aliases are kept as sent; offsets such as +01:00 are rejected.',
}
const status = {
  title: 'CustomerStatus',
  description: 'For display and filtering; billing does not depend on it.',
}
const isTaxExempt = { description: 'True: no tax is charged, regardless of the tax rates.' }
const netTerms = {
  minimum: 0,
  maximum: NET_TERMS_DAYS_MAX,
  description: 'Whole days from the issue date of an invoice to its due date.',
}

const example = {
  name: 'Acme Corporation',
  externalId: 'acme',
  email: 'billing@acme.example',
  country: 'US',
  timezone: 'America/New_York',
  netTerms: 30,
  metadata: { tier: 'gold' },
}

export const CustomerCreate = Type.Object(
  {
    name: customerName,
    ...detailFields,
    timezone: Type.Optional(Type.String({ ...timezone, default: 'UTC' })),
    status: Type.Optional(Type.Enum(CUSTOMER_STATUSES, { ...status, default: 'active' })),
    netTerms: Type.Optional(Type.Integer({ ...netTerms, default: 30 })),
    isTaxExempt: Type.Optional(Type.Boolean({ ...isTaxExempt, default: false })),
  },
  { title: 'CustomerCreate', additionalProperties: false, examples: [example] },
)
export type CustomerCreate = Static<typeof CustomerCreate>

export const CustomerUpdate = Type.Object(
  {
    name: Type.Optional(customerName),
    ...detailFields,
    timezone: Type.Optional(Type.String(timezone)),
    status: Type.Optional(Type.Enum(CUSTOMER_STATUSES, status)),
    netTerms: Type.Optional(Type.Integer(netTerms)),
    isTaxExempt: Type.Optional(Type.Boolean(isTaxExempt)),
  },
  {
    title: 'CustomerUpdate',
    additionalProperties: false,
    examples: [{ email: 'accounts@acme.example', phone: null }],
  },
)
export type CustomerUpdate = Static<typeof CustomerUpdate>

const nullableText = nullable(Type.String())

export const Customer = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    externalId: nullableText,
    email: nullableText,
    phone: nullableText,
    addressLine1: nullableText,
    addressLine2: nullableText,
    city: nullableText,
    state: nullableText,
    zipCode: nullableText,
    country: nullableText,
    timezone: Type.String(),
    status: Type.Enum(CUSTOMER_STATUSES, { title: 'CustomerStatus' }),
    billingContactName: nullableText,
    billingContactEmail: nullableText,
    netTerms: Type.Integer(),
    invoiceEmailRecipients: Type.Array(Type.String()),
    isTaxExempt: Type.Boolean(isTaxExempt),
    taxRateIds: Type.Union([Type.Array(uuid()), Type.Null()], {
      description: "Null: the organization's defaults apply.",
    }),
    taxExemptionReason: nullableText,
    taxId: nullableText,
    lowCreditAmount: nullable(
      Type.Number(),
      'Prepaid credit is low below this amount, in the currency of the credit. Null: the amount of ' +
        'the organization applies.',
    ),
    creditBalances: Type.Array(CreditBalance, {
      description:
        'Credit from earlier invoices, by currency. The next invoices use it; ' +
        'recordCreditPayout records that it was paid out.',
    }),
    metadata: jsonObject(),
    version: version(
      'Grows with each change of these details; not with `creditBalances`, which follow from invoices.',
    ),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Customer', description: 'A company or person that you bill.' },
)
export type Customer = Static<typeof Customer>

export const CustomerParams = Type.Object({
  customerId: uuid(),
})

export const ExternalIdParams = Type.Object({
  externalId: Type.String({
    minLength: 1,
    maxLength: TEXT_LENGTH_MAX,
    description: 'URL-encoded, so a slash is %2F.',
  }),
})

export const CustomerListQuery = Type.Object({
  ...pageParameters,
  search: searchIn('the name, the external id or the email'),
  status: Type.Optional(Type.Enum(CUSTOMER_STATUSES, { title: 'CustomerStatus' })),
  externalId: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'Exact external id.',
    }),
  ),
  sortBy: sortBy(
    ['createdAt', 'name', 'externalId', 'updatedAt'],
    '; customers without an external id come last',
  ),
  sortOrder,
  updatedSince,
})
export type CustomerListQuery = Static<typeof CustomerListQuery>

export const CustomerList = listOf('CustomerList', Customer)
export type CustomerList = Static<typeof CustomerList>
