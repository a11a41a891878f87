type Address = {
  addressLine1: string | null
  addressLine2: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  country: string | null
}

/** Who sends an invoice, as it is printed. The logo is not in it: that stays the one of today. */
export type Seller = Address & {
  name: string
  email: string | null
  phone: string | null
  taxId: string | null
  footer: string | null
}

/** Who is billed, as it is printed. */
export type Buyer = Address & {
  name: string
  email: string | null
  billingContactName: string | null
  billingContactEmail: string | null
  taxId: string | null
  /** Null also when the customer is not exempt. */
  taxExemptionReason: string | null
  /** The zone that the days of the invoice are in: its subscription's, else the customer's. */
  timezone: string
}

export type Parties = { seller: Seller; buyer: Buyer }

/**
 * The customer in a list: by the name that the invoice has for it, by its external id of today, and with
 * the zone that the days of the invoice are in.
 */
export type NamedCustomer = { name: string; externalId: string | null; timezone: string }
