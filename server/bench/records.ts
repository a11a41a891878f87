const CUSTOMERS = 500
const MODELS = [
  ['gpt-4o', 'openai'],
  ['gpt-4o-mini', 'openai'],
  ['claude-3-5-sonnet-20241022', 'anthropic'],
] as const

/**
 * Returns the n-th usage record of a realistic load: a customer has two agents with two signals
 * each.
 */
export function benchRecord(n: number) {
  const customer = (n * 7919) % CUSTOMERS
  const agent = `agent-${(customer + (n % 2)) % 20}`
  const [model, modelProvider] = MODELS[n % MODELS.length] ?? MODELS[0]
  return {
    customerExternalId: `customer-${customer}`,
    agentCode: agent,
    signalName: n % 3 === 0 ? 'ticket-resolved' : 'reply-drafted',
    model,
    modelProvider,
    inputTokens: 800 + (n % 1_500),
    outputTokens: 50 + (n % 400),
    metadata: { ticket: `T-${n}` },
  }
}

/** Returns JSON bodies of `batchSize` records each, all different. */
export function benchBodies(count: number, batchSize: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const first = index * batchSize
    const records = Array.from({ length: batchSize }, (_, offset) => benchRecord(first + offset))
    return JSON.stringify({ records })
  })
}

/** Like `benchBodies`, with one customer per body. */
export function benchBodiesOfOne(count: number, batchSize: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const { customerExternalId } = benchRecord(index)
    const records = Array.from({ length: batchSize }, (_, offset) => {
      return { ...benchRecord(index * batchSize + offset), customerExternalId }
    })
    return JSON.stringify({ records })
  })
}
