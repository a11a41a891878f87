/** Identifies a row of an organization as a URL does. */
export type ScopedId = { organizationId: string; id: string }

/** Identifies a row by its id, and by its customer if known: then the query reads one shard. */
export type FoundBy = ScopedId & { customerId?: string }

/** Identifies a row and its customer. Statements name the customer where they can. */
export type CustomerScopedId = ScopedId & { customerId: string }
