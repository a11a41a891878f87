import type { ModelMapping } from '../../src/features/events/schemas.ts'
import type { UsageBatchResult } from '../../src/features/usage/batch/result-fields.ts'
import type { UsageEstimateList } from '../../src/features/usage/schemas.ts'
import { type Ledger, noteAnswered, noteSent, noteUnanswered } from './ledger.ts'
import { countRequest, noteViolation } from './notes.ts'
import type { Draft } from './records.ts'
import {
  type Answer,
  fetchText,
  noteAnswer,
  type SentRequest,
  sentNow,
  TIMEOUT,
  type Traffic,
} from './traffic.ts'
import type { Model } from './unknown-models.ts'

/**
 * The service may be slow while it recovers, but it must never leave a caller without an answer.
 */
const ANSWER_LIMIT_MS = 120_000

export type Client = Traffic & {
  ledger: Ledger
  /** Sends records in one request; true when the service answered for each of them. */
  record: (drafts: readonly Draft[]) => Promise<boolean>
  /** True when the service acknowledged the mapping. */
  mapModel: (model: Model) => Promise<boolean>
  /** True if the service knows the cost of this model. */
  knowsCost: (model: Model) => Promise<boolean>
  /** Returns the answer of a POST; undefined if it was not answered or refused. */
  post: <T>(path: string, body: unknown) => Promise<T | undefined>
  /** Ids of the holds that were answered, by run. */
  holds: Map<string, string>
  /** Throws unless the request succeeds. */
  get: <T>(path: string) => Promise<T>
}

export function createClient(ledger: Ledger, { url, key }: { url: string; key: string }): Client {
  const requests: SentRequest[] = []

  async function call(method: 'GET' | 'POST', path: string, body?: unknown) {
    const sent = sentNow(path)
    if (method === 'POST') requests.push(sent)
    const init = {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const answer = await fetchText(`${url}${path}`, init, ANSWER_LIMIT_MS)
    noteAnswer(sent, answer)
    noteOutcome(ledger, sent, answer)
    return answer
  }

  async function record(drafts: readonly Draft[]): Promise<boolean> {
    const entries = drafts.map((draft) => noteSent(ledger, draft))
    const records = drafts.map((draft) => draft.record.body)
    const answer = await call('POST', '/v1/usage/record', { records })
    if (typeof answer === 'string' || answer.status !== 200) {
      noteUnanswered(entries)
      return false
    }
    const body: UsageBatchResult = JSON.parse(answer.text)
    noteAnswered(ledger, entries, body)
    return true
  }

  async function mapModel({ model, modelProvider }: Model): Promise<boolean> {
    const answer = await call('POST', '/v1/events/map-model', {
      sourceModel: model,
      sourceProvider: modelProvider,
      targetModel: 'gpt-4o',
      targetProvider: 'openai',
    })
    if (typeof answer === 'string' || answer.status !== 200) return false
    const body: ModelMapping = JSON.parse(answer.text)
    if (!body.mappingId) noteViolation(ledger, `map-model of ${model} answered no mappingId`)
    ledger.mapped.add(`${modelProvider}/${model}`)
    return true
  }

  async function knowsCost(model: Model): Promise<boolean> {
    const work = { customerExternalId: 'any', agentCode: 'any', signalName: 'any', inputTokens: 1 }
    const answer = await call('POST', '/v1/usage/estimate', { records: [{ ...work, ...model }] })
    if (typeof answer === 'string' || answer.status !== 200) return false
    const body: UsageEstimateList = JSON.parse(answer.text)
    return body.uncosted === 0
  }

  async function post<T>(path: string, body: unknown): Promise<T | undefined> {
    const answer = await call('POST', path, body)
    if (typeof answer === 'string' || answer.status >= 300) return undefined
    return JSON.parse(answer.text)
  }

  async function get<T>(path: string): Promise<T> {
    const answer = await call('GET', path)
    if (typeof answer === 'string') throw new Error(`GET ${path} got no answer: ${answer}`)
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`)
    return JSON.parse(answer.text)
  }
  return { ledger, record, mapModel, knowsCost, post, holds: new Map(), get, requests }
}

function noteOutcome(
  ledger: Ledger,
  { path, sentAt, answeredAt = sentAt }: SentRequest,
  answer: Answer | string,
): void {
  const outcome = typeof answer === 'string' ? answer : String(answer.status)
  countRequest(ledger, { path, outcome, milliseconds: Math.round(answeredAt - sentAt) })
  if (answer === TIMEOUT) {
    noteViolation(ledger, `${path} was left without an answer for ${ANSWER_LIMIT_MS} ms`)
  }
  // Internal errors of the service must never be reported as errors of the caller.
  if (typeof answer !== 'string' && answer.status >= 400 && answer.status < 500) {
    noteViolation(ledger, `${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  }
}
