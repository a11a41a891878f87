/** Labels of the profile fields, by API name. */
export const PROFILE_LABELS = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  billingContactName: 'Billing contact',
  billingContactEmail: 'Billing contact email',
  addressLine1: 'Street and number',
  addressLine2: 'Floor, building, department',
  zipCode: 'Postal code',
  city: 'City',
  state: 'State or region',
  country: 'Country',
  taxId: 'Tax id',
  invoiceEmailRecipients: 'Send copies of invoices to',
} as const

export type ProfileField = keyof typeof PROFILE_LABELS
