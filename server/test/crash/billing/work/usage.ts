import type { UsageBatchResult } from '../../../../src/features/usage/batch/result-fields.ts'
import { noteViolation } from '../../notes.ts'
import { isOpen, type Ledger, type Operation } from '../ledger.ts'
import type { Work, Worker } from './work.ts'

const RECORDS_MAX = 20
const OLDEST_DAYS = 60
const DAY_MS = 86_400_000

/** Records usage of today and late usage of earlier months. */
export const recordUsage: Work = async (worker) => {
  const { client, random, marker } = worker
  const count = random.integer(1, RECORDS_MAX)
  const records = Array.from({ length: count }, (_, index) => draft(worker, `${marker}-${index}`))
  const path = '/v1/usage/record'
  const operation = await client.perform({ kind: 'record', path, body: { records }, marker })
  noteRefusals(client.ledger, operation)
  // Repeated records must be counted once.
  if (random.chance(0.1)) await client.send(operation)
  return !isOpen(operation)
}

/** Counts records refused with an internal error as unanswered, so that they are sent again. */
export function noteRefusals(ledger: Ledger, operation: Operation): void {
  const failures = operation.done.flatMap(({ text }) => {
    const answer: UsageBatchResult = JSON.parse(text)
    return answer.results.failed
  })
  for (const { code, error } of failures) {
    if (code !== 'INTERNAL_ERROR') noteViolation(ledger, `a valid record was refused: ${error}`)
  }
  if (failures.length === 0) return
  operation.done.length = 0
  operation.unanswered += 1
}

function draft({ organization, random }: Worker, idempotencyKey: string) {
  const { customerExternalId, agentCode, signals } = random.pick(organization.deals)
  const age = random.chance(0.5) ? random.integer(0, OLDEST_DAYS * DAY_MS) : 0
  return {
    customerExternalId,
    agentCode,
    signalName: random.pick(signals),
    model: 'gpt-4o-mini',
    modelProvider: 'openai',
    inputTokens: random.integer(0, 2_000),
    outputTokens: random.integer(0, 500),
    quantity: random.integer(1, 60),
    usageDate: new Date(organization.businessNow.getTime() - age).toISOString(),
    idempotencyKey,
  }
}
