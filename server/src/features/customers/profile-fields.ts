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
 * Fields that customers may change themselves: name, contact, address and invoice recipients.
 * Billing terms can be changed by the operator alone.
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
