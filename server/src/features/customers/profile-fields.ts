import { type Static, Type } from 'typebox'
import { CustomerUpdate } from './schemas.ts'

const {
  name,
  email,
  phone,
  billingContactName,
  billingContactEmail,
  invoiceEmailRecipients,
  addressLine1,
  addressLine2,
  city,
  state,
  zipCode,
  country,
  taxId,
} = CustomerUpdate.properties

/**
 * What customers may change of themselves: who they are, where they are and where invoices go. Not how they
 * are billed: that is the company's.
 */
export const PortalProfileUpdate = Type.Object(
  {
    name,
    email,
    phone,
    billingContactName,
    billingContactEmail,
    invoiceEmailRecipients,
    addressLine1,
    addressLine2,
    city,
    state,
    zipCode,
    country,
    taxId,
  },
  {
    title: 'PortalProfileUpdate',
    additionalProperties: false,
    examples: [{ email: 'accounts@acme.example', city: 'Springfield' }],
  },
)
export type PortalProfileUpdate = Static<typeof PortalProfileUpdate>
