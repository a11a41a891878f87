/** Filters of earnings. */
export type EarnedOf = { customerId?: string; agentId?: string }
