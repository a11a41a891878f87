import type { Expectation } from './ledger.ts'
import type { Random } from './random.ts'
import type { UnknownModels } from './unknown-models.ts'

/** A usage record as sent. The unique marker is also in its metadata. */
export type UsageRecord = {
  marker: string
  key: string | undefined
  body: Record<string, unknown>
}

export type Draft = { record: UsageRecord; expectation: Expectation }

const CUSTOMERS = 40
const AGENTS = 6
const SIGNALS = ['ticket-resolved', 'reply-drafted', 'call-made']
const KNOWN_MODELS = [
  { model: 'gpt-4o', modelProvider: 'openai' },
  { model: 'gpt-4o-mini', modelProvider: 'openai' },
  { model: 'claude-3-5-sonnet-20241022', modelProvider: 'anthropic' },
  { model: 'twilio-sms-us', modelProvider: 'twilio' },
] as const
/** Invalid values inside a well-formed record: it must fail alone, and nothing of it is stored. */
const MISTAKES = [
  { quantity: -1 },
  { quantity: 1.5 },
  { usageDate: 'yesterday' },
  { usageDate: '2026-02-30' },
  { runId: 7 },
]
const DAY_MS = 86_400_000
const OLDEST_DAYS = 20

/** Drafts a record of a connection, of any kind that the service must handle. */
export function draftRecord(marker: string, random: Random, models: UnknownModels): Draft {
  const isMistaken = random.chance(0.04)
  const key = random.chance(0.6) ? `key of ${marker}` : undefined
  const body = {
    customerExternalId: random.chance(0.02)
      ? `new with ${marker}`
      : `customer-${random.integer(1, CUSTOMERS)}`,
    agentCode: random.chance(0.003) ? `agent of ${marker}` : `agent-${random.integer(1, AGENTS)}`,
    signalName: random.chance(0.003) ? `signal of ${marker}` : random.pick(SIGNALS),
    ...draftWork(random, models),
    ...(random.chance(0.5) ? { quantity: random.integer(0, 20) } : {}),
    ...(random.chance(0.3) ? { usageDate: earlier(random) } : {}),
    ...(random.chance(0.1) ? { runId: `run-${random.integer(1, 50)}` } : {}),
    ...(key === undefined ? {} : { idempotencyKey: key }),
    metadata: { marker },
    ...(isMistaken ? random.pick(MISTAKES) : {}),
  }
  return { record: { marker, key, body }, expectation: isMistaken ? 'refused' : 'stored' }
}

/** Drafts other usage under the key of a stored event: it must be refused. */
export function draftKeyReuse(marker: string, used: UsageRecord): Draft {
  const body = { ...used.body, metadata: { marker } }
  return { record: { marker, key: used.key, body }, expectation: 'refused' }
}

function draftWork(random: Random, models: UnknownModels): Record<string, unknown> {
  if (random.chance(0.06)) {
    const services = Array.from({ length: random.integer(1, 4) }, () => ({
      ...draftModel(random, models),
      ...draftTokens(random),
      quantity: random.integer(1, 5),
    }))
    return { services }
  }
  return { ...draftModel(random, models), ...draftTokens(random) }
}

function draftModel(random: Random, models: UnknownModels) {
  return random.chance(0.12) ? models.draw(random) : random.pick(KNOWN_MODELS)
}

function draftTokens(random: Random): Record<string, number> {
  const inputTokens = random.integer(0, 5_000)
  const isCached = random.chance(0.1)
  return {
    inputTokens,
    outputTokens: random.integer(0, 2_000),
    ...(isCached ? { cacheReadTokens: random.integer(0, inputTokens) } : {}),
  }
}

/** Returns a time spread over some days, so that many rollup rows change. */
function earlier(random: Random): string {
  const day = Date.UTC(2026, 0, 1) + random.integer(0, OLDEST_DAYS) * DAY_MS
  return new Date(day + random.integer(0, DAY_MS - 1)).toISOString()
}
