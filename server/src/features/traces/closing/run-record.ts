import { decimal } from '../../../domain/money.ts'
import type { Identity, Usage } from '../../../domain/traces/span.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import { SERVICES_MAX } from '../../usage/batch/parse-record.ts'
import type { FindPrices } from '../../usage/costs/cost-record.ts'
import { type Service, serviceOf, UNKNOWN_PROVIDER } from '../spans/service-of.ts'

/** Adds up the usage of a run as services of usage records. */
export type ServiceSums = { add: (usage: Usage) => void; services: () => JsonObject[] }

/**
 * Calls of a model are added up, unless it is unknown or has rates that depend on the tokens of one
 * call: then each call stays a service of its own.
 */
export function createServiceSums(findPrices: FindPrices): ServiceSums {
  const sums = new Map<string, Service>()
  const single: Service[] = []
  return {
    add: (usage) => {
      const service = serviceOf(usage)
      if (!isAddable(usage, findPrices)) {
        single.push(service)
        return
      }
      const { model, modelProvider, serviceTier } = service
      const key = JSON.stringify([
        modelProvider,
        model,
        serviceTier,
        service.reportedCostUsd === undefined,
      ])
      const sum = sums.get(key)
      sums.set(key, sum ? added(sum, service) : service)
    },
    services: () => [...sums.values(), ...single],
  }
}

function isAddable({ model, modelProvider = UNKNOWN_PROVIDER }: Usage, find: FindPrices): boolean {
  const prices = find(modelProvider.trim().toLowerCase(), model.trim().toLowerCase())
  if (!prices) return false
  return prices.prices.every(
    ({ longContext, serviceTiers }) =>
      longContext.length === 0 && serviceTiers.every((tier) => tier.longContext.length === 0),
  )
}

const COUNTS = [
  'quantity',
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'cacheWrite1hTokens',
] as const

function added(sum: Service, more: Service): Service {
  const total: Service = { ...sum }
  for (const field of COUNTS) {
    const count = Number(sum[field] ?? 0) + Number(more[field] ?? 0)
    if (count > 0) total[field] = count
  }
  if (sum.reportedCostUsd !== undefined) {
    const cost = decimal(String(sum.reportedCostUsd)).plus(decimal(String(more.reportedCostUsd)))
    total.reportedCostUsd = cost.toFixed()
  }
  return total
}

/** The agent of a run that names none, and the signal of work without an outcome. */
export const UNKNOWN_AGENT = 'unknown'
export const NO_OUTCOME = 'run'

export type RecordParts = {
  runId: string
  /** Identifies the record permanently. */
  idempotencyKey: string
  agent: string | null
  signal: string | null
  /** 0 for work without an outcome. */
  quantity: number
  usageDate: Date
  services: readonly JsonObject[]
  /** Of an outcome. */
  evidence?: Pick<Identity, 'evidenceUrl' | 'evidence'>
}

const NO_SERVICE = [{ model: 'none', modelProvider: 'piecework' }]

/**
 * Returns usage records, without their customer. The first one has the outcome; further ones have
 * services that do not fit into it.
 */
export function usageRecords(parts: RecordParts): JsonObject[] {
  const { services } = parts
  const records: JsonObject[] = []
  for (let at = 0; at === 0 || at < services.length; at += SERVICES_MAX) {
    const some = services.slice(at, at + SERVICES_MAX)
    const number = records.length
    records.push({
      agentCode: parts.agent ?? UNKNOWN_AGENT,
      signalName: parts.signal ?? NO_OUTCOME,
      quantity: number === 0 ? parts.quantity : 0,
      usageDate: parts.usageDate.toISOString(),
      runId: parts.runId,
      idempotencyKey: number === 0 ? parts.idempotencyKey : `${parts.idempotencyKey}+${number}`,
      services: some.length > 0 ? some : NO_SERVICE,
      ...(number === 0 && parts.evidence),
    })
  }
  return records
}
