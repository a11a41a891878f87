import { type Static, Type } from 'typebox'
import {
  name,
  nullable,
  optionalLines,
  refused,
  searchIn,
  sentDecimal,
  sortBy,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder, updatedSince } from '../../platform/http/list.ts'

const descriptions = {
  percentage: '19 for 19 %; from 0 to 100.',
  isInclusive:
    'True if prices already include the tax. False: it is added to the amount without ' +
    'any tax.',
  isDefault: 'Applies to every customer without tax rates of its own.',
  isActive:
    'False: the tax rate is kept but not applied, even as a default or when a customer ' +
    'names it.',
}

const rateName = name('Printed on invoices, such as VAT or GST.')
const description = optionalLines(
  TEXT_LENGTH_MAX,
  'Internal description; not printed. Send null to clear it.',
)
const flag = (about: string, preset?: boolean) =>
  Type.Optional(
    Type.Boolean({ description: about, ...(preset === undefined ? {} : { default: preset }) }),
  )

export const TaxRateCreate = Type.Object(
  {
    name: rateName,
    description,
    percentage: sentDecimal(`${descriptions.percentage} A number or decimal text.`),
    isInclusive: flag(descriptions.isInclusive, false),
    isDefault: flag(descriptions.isDefault, false),
    isActive: flag(descriptions.isActive, true),
  },
  {
    title: 'TaxRateCreate',
    additionalProperties: false,
    examples: [{ name: 'VAT', description: 'Germany', percentage: 19, isDefault: true }],
  },
)
export type TaxRateCreate = Static<typeof TaxRateCreate>

export const TaxRateUpdate = Type.Object(
  {
    name: Type.Optional(rateName),
    description,
    isDefault: flag(descriptions.isDefault),
    isActive: flag(descriptions.isActive),
    percentage: refused,
    isInclusive: refused,
  },
  {
    title: 'TaxRateUpdate',
    description: 'The percentage cannot change: create another tax rate instead.',
    additionalProperties: false,
    examples: [{ isDefault: false }],
  },
)
export type TaxRateUpdate = Static<typeof TaxRateUpdate>

export const TaxRate = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    description: nullable(Type.String()),
    percentage: Type.Number({ description: descriptions.percentage }),
    isInclusive: Type.Boolean({ description: descriptions.isInclusive }),
    isDefault: Type.Boolean({ description: descriptions.isDefault }),
    isActive: Type.Boolean({ description: descriptions.isActive }),
    customerCount: Type.Integer({
      description:
        'Number of customers that name it in their taxRateIds. A default also applies to ' +
        'other customers.',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  {
    title: 'TaxRate',
    description: 'A percentage of the billed amount that is owed to a tax authority.',
  },
)
export type TaxRate = Static<typeof TaxRate>

export const TaxRateParams = Type.Object({ taxRateId: uuid() })

export const TaxRateListQuery = Type.Object({
  ...pageParameters,
  isActive: Type.Optional(Type.Boolean()),
  isDefault: Type.Optional(Type.Boolean()),
  search: searchIn('the name'),
  sortBy: sortBy(['createdAt', 'name', 'updatedAt']),
  sortOrder,
  updatedSince,
})
export type TaxRateListQuery = Static<typeof TaxRateListQuery>

export const TaxRateList = listOf('TaxRateList', TaxRate)
export type TaxRateList = Static<typeof TaxRateList>
