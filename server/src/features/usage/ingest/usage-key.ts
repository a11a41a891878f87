/** The work that a sum belongs to. */
export type UsageKey = {
  organizationId: string
  customerId: string
  agentId: string
  signalId: string
}
