import { type Static, Type } from 'typebox'
import {
  name,
  nullable,
  sentDecimal,
  text,
  timestamp,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { CURRENCY } from '../../../platform/http/text-patterns.ts'
import { GrantKind } from '../../credit-balances/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'

export const GrantsParams = Type.Object({ customerId: uuid() })
export const GrantParams = Type.Object({
  customerId: uuid(),
  grantId: uuid('Id of the credit grant.'),
})

export const CreditGrantQuery = Type.Object({
  ...pageParameters,
  currency: Type.Optional(Type.String({ pattern: CURRENCY, maxLength: 3 })),
})
export type CreditGrantQuery = Static<typeof CreditGrantQuery>

const PRIORITY_MAX = 100
export const PRIORITY_DEFAULT = 50

const sentDate = (description: string) => Type.Optional(text(VALUE_LENGTH_MAX, description))

export const CreditGrantCreate = Type.Object(
  {
    kind: Type.Enum(['paid', 'promotional'], {
      title: 'GivenGrantKind',
      description:
        'promotional: given for free; invoices use it before tax, and it is never paid out. ' +
        'paid: bought; it pays invoices after tax.',
    }),
    currency: Type.String({ minLength: 3, maxLength: 3, examples: ['USD'] }),
    amount: sentDecimal('A positive number or decimal text.'),
    name: Type.Optional(
      name('Printed on invoices that use it as promotional credit. Default: its kind in words.'),
    ),
    priority: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: PRIORITY_MAX,
        default: PRIORITY_DEFAULT,
        description:
          'Grants with a lower number are used first; then the one that expires sooner, then the ' +
          'older one.',
      }),
    ),
    effectiveAt: sentDate(
      'A date or timestamp (UTC) from which the credit is valid. Default: now, in business time.',
    ),
    expiresAt: sentDate(
      'A date or timestamp (UTC) until before which the credit is valid. Invoices of periods that ' +
        'begin before it can use the credit. Default: without end.',
    ),
  },
  {
    title: 'CreditGrantCreate',
    additionalProperties: false,
    examples: [
      {
        kind: 'promotional',
        currency: 'USD',
        amount: 50,
        name: 'Welcome credit',
        expiresAt: '2027-01-01',
      },
    ],
  },
)
export type CreditGrantCreate = Static<typeof CreditGrantCreate>

export const CreditGrant = Type.Object(
  {
    id: uuid(),
    customerId: uuid(),
    customerExternalId,
    kind: GrantKind,
    name: Type.String(),
    currency: Type.String(),
    amount: Type.Number({ description: 'The amount granted.' }),
    left: Type.Number({ description: 'What is neither used nor paid out nor expired.' }),
    status: Type.Enum(['scheduled', 'active', 'used', 'expired'], {
      title: 'CreditGrantStatus',
      description:
        'At the business time. Until its expiry is booked, invoices of periods that began before ' +
        'the expiry use what is left of an expired grant.',
    }),
    priority: Type.Integer({ description: 'Grants with a lower number are used first.' }),
    effectiveAt: timestamp('When the credit becomes valid.'),
    expiresAt: nullable(timestamp(), 'Exclusive; null without end.'),
    source: Type.Enum(['manual', 'top_up', 'invoice', 'returned'], {
      title: 'CreditGrantSource',
      description:
        'manual: this API. top_up: a paid top-up. invoice: an invoice with a negative amount. ' +
        'returned: an invoice gave it back after its grant had expired.',
    }),
    invoiceId: nullable(uuid(), 'The invoice that gave the credit; null for other sources.'),
    createdAt: timestamp('Real time.'),
  },
  { title: 'CreditGrant', description: 'Credit of a customer with its terms.' },
)
export type CreditGrant = Static<typeof CreditGrant>

export const CreditGrantList = listOf('CreditGrantList', CreditGrant)
export type CreditGrantList = Static<typeof CreditGrantList>
