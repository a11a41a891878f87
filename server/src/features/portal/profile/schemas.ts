import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'

const nullableText = nullable(Type.String())

export const PortalProfile = Type.Object(
  {
    name: Type.String(),
    email: nullableText,
    phone: nullableText,
    billingContactName: nullableText,
    billingContactEmail: nullableText,
    invoiceEmailRecipients: Type.Array(Type.String()),
    addressLine1: nullableText,
    addressLine2: nullableText,
    city: nullableText,
    state: nullableText,
    zipCode: nullableText,
    country: nullableText,
    taxId: nullableText,
  },
  {
    title: 'PortalProfile',
    description: "The customer's details on invoices, and the recipients of invoices.",
  },
)
export type PortalProfile = Static<typeof PortalProfile>
