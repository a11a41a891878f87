/** How a URL names a row of an organization. */
export type ScopedId = { organizationId: string; id: string }

/** By its id as a URL names it, and by its customer where that is known: then one place is looked at. */
export type FoundBy = ScopedId & { customerId?: string }

/** A row among those of its customer, which every statement names that can. */
export type CustomerScopedId = ScopedId & { customerId: string }
