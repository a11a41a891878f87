import { hash } from 'node:crypto'

const START = Date.parse('2026-03-02T08:00:00.000Z')
/** As in the log of a busy service: about twenty calls in three seconds. */
const STEP_MS = 180

/** A load: number of customers, and services per event. */
export type Load = { name: string; customers: number; services: 1 | 3 }

export const LOADS: readonly Load[] = [
  { name: 'one service, one customer', customers: 1, services: 1 },
  { name: 'three services, one customer', customers: 1, services: 3 },
  { name: 'one service, 100,000 customers', customers: 100_000, services: 1 },
  { name: 'three services, 100,000 customers', customers: 100_000, services: 3 },
]

/**
 * Returns the n-th record as the import of a call log creates it: the key is a digest of its row.
 */
export function storageRecord(n: number, { customers, services }: Load): Record<string, unknown> {
  const usageDate = new Date(START + n * STEP_MS).toISOString()
  const [inputTokens, outputTokens] = [180 + ((n * 7919) % 3_800), 12 + ((n * 104_729) % 680)]
  const common = {
    customerExternalId: customers === 1 ? 'azure' : `customer-${(n * 7919) % customers}`,
    agentCode: 'chat',
    signalName: 'reply',
  }
  const idempotencyKey = `csv:${hash('sha256', `row ${n}`, 'base64url')}`
  if (services === 1) {
    const call = { model: 'gpt-4o', modelProvider: 'openai', inputTokens, outputTokens }
    return { ...common, ...call, usageDate, idempotencyKey }
  }
  return {
    ...common,
    services: [
      { model: 'gpt-4o', modelProvider: 'openai', inputTokens, outputTokens },
      { model: 'gpt-4o-mini', modelProvider: 'openai', inputTokens: 240, outputTokens: 18 },
      {
        model: 'claude-3-5-sonnet-20241022',
        modelProvider: 'anthropic',
        inputTokens: outputTokens,
        outputTokens: 96,
      },
    ],
    metadata: { ticket: `T-${n}`, team: 'support' },
    usageDate,
    idempotencyKey,
  }
}
