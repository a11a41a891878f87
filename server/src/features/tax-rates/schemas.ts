import { type Static, Type } from 'typebox'
import { listOf, pageParameters, sortOrder } from '../../platform/http/list.ts'
import { NAME, TEXT } from '../../platform/http/text-patterns.ts'

const TEXT_LENGTH_MAX = 255

const DECIMAL_LENGTH_MAX = 64

const uuid = Type.String({ format: 'uuid', maxLength: 36 })
const timestamp = Type.String({ format: 'date-time' })

const descriptions = {
  percentage: '19 for 19 %; from 0 to 100.',
  isInclusive:
    'Whether prices contain the tax already. False: it is added to them, on what they are ' +
    'without any tax.',
  isDefault: 'Applies to every customer that has no tax rates of its own.',
  isActive: 'False: it is kept and taxes nothing, be it a default or that of a customer.',
}

const name = Type.String({
  minLength: 1,
  maxLength: TEXT_LENGTH_MAX,
  pattern: NAME,
  description: 'Printed on invoices, such as VAT or GST.',
})
const description = Type.Optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: TEXT_LENGTH_MAX,
    pattern: TEXT,
    description: 'For you; not printed. Null takes it away.',
  }),
)
const flag = (about: string, preset?: boolean) =>
  Type.Optional(
    Type.Boolean({ description: about, ...(preset === undefined ? {} : { default: preset }) }),
  )

export const TaxRateCreate = Type.Object(
  {
    name,
    description,
    // Which numbers are good is checked where the message can say why.
    percentage: Type.Unsafe<number | string>({
      type: ['number', 'string'],
      maxLength: DECIMAL_LENGTH_MAX,
      description: `${descriptions.percentage} A number or decimal text.`,
    }),
    isInclusive: flag(descriptions.isInclusive, false),
    isDefault: flag(descriptions.isDefault, false),
    isActive: flag(descriptions.isActive, true),
  },
  {
    additionalProperties: false,
    examples: [{ name: 'VAT', description: 'Germany', percentage: 19, isDefault: true }],
  },
)
export type TaxRateCreate = Static<typeof TaxRateCreate>

/** Refused, with a message that says why. */
const fixed = Type.Optional(Type.Unknown({ description: 'Cannot change: make another tax rate.' }))

export const TaxRateUpdate = Type.Object(
  {
    name: Type.Optional(name),
    description,
    isDefault: flag(descriptions.isDefault),
    isActive: flag(descriptions.isActive),
    percentage: fixed,
    isInclusive: fixed,
  },
  { additionalProperties: false, examples: [{ isDefault: false }] },
)
export type TaxRateUpdate = Static<typeof TaxRateUpdate>

export const TaxRateBody = Type.Object(
  {
    id: uuid,
    name: Type.String(),
    description: Type.Union([Type.String(), Type.Null()]),
    percentage: Type.Number({ description: descriptions.percentage }),
    isInclusive: Type.Boolean({ description: descriptions.isInclusive }),
    isDefault: Type.Boolean({ description: descriptions.isDefault }),
    isActive: Type.Boolean({ description: descriptions.isActive }),
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  { description: 'A percentage of what is billed, for a tax office.' },
)
export type TaxRateBody = Static<typeof TaxRateBody>

export const TaxRateParams = Type.Object({ taxRateId: uuid })

export const TaxRateListQuery = Type.Object({
  ...pageParameters,
  isActive: Type.Optional(Type.Boolean()),
  isDefault: Type.Optional(Type.Boolean()),
  search: Type.Optional(
    Type.String({ maxLength: TEXT_LENGTH_MAX, description: 'A part of the name, in any case.' }),
  ),
  sortBy: Type.Optional(
    Type.Enum(['createdAt', 'name'], {
      default: 'createdAt',
      description: 'Names sort without regard to case.',
    }),
  ),
  sortOrder,
})
export type TaxRateListQuery = Static<typeof TaxRateListQuery>

export const TaxRateList = listOf(TaxRateBody)
export type TaxRateList = Static<typeof TaxRateList>
