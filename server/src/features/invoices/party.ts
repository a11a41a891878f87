type Address = {
  addressLine1: string | null
  addressLine2: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  country: string | null
}

/**
 * The seller as printed on an invoice. The logo is not included: the current one is always shown.
 */
export type Seller = Address & {
  name: string
  email: string | null
  phone: string | null
  taxId: string | null
  footer: string | null
}

/** The buyer as printed on an invoice. */
export type Buyer = Address & {
  name: string
  email: string | null
  billingContactName: string | null
  billingContactEmail: string | null
  taxId: string | null
  /** Null if none was given or the customer is not exempt. */
  taxExemptionReason: string | null
  /** Time zone of the invoice's days: the subscription's, otherwise the customer's. */
  timezone: string
}

export type Parties = { seller: Seller; buyer: Buyer }

/**
 * A customer in a list of invoices: its name on the invoice, its current external id, and the time
 * zone of the invoice's days.
 */
export type NamedCustomer = { name: string; externalId: string | null; timezone: string }
