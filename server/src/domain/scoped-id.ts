/** How a URL names a row of an organization. */
export type ScopedId = { organizationId: string; id: string }

/** A row among those of its customer, which every statement names that can. */
export type CustomerScopedId = ScopedId & { customerId: string }
