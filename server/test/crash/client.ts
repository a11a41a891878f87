import type { MapModelAnswer } from '../../src/features/events/schemas.ts'
import type { EstimateAnswer, RecordUsageAnswer } from '../../src/features/usage/schemas.ts'
import {
  countRequest,
  type Ledger,
  noteAnswered,
  noteSent,
  noteUnanswered,
  noteViolation,
} from './ledger.ts'
import type { Draft } from './records.ts'
import type { Model } from './unknown-models.ts'

/** The service may take its time while it recovers, but it must never leave a caller hanging. */
const ANSWER_LIMIT_MS = 40_000

export type Client = {
  ledger: Ledger
  /** Sends records in one request; true when the service answered for each of them. */
  record: (drafts: readonly Draft[]) => Promise<boolean>
  /** True when the service acknowledged the mapping. */
  mapModel: (model: Model) => Promise<boolean>
  /** Whether the service knows what this model costs. */
  knowsCost: (model: Model) => Promise<boolean>
  /** Throws unless the answer is good. */
  get: <T>(path: string) => Promise<T>
  /** When each request was sent and answered, by `performance.now()`; for the current round. */
  requests: SentRequest[]
}

export type SentRequest = {
  sentAt: number
  answeredAt: number | undefined
  /** The status, or why there was no answer. */
  outcome: number | string | undefined
}

type Answer = { status: number; text: string }

export function createClient(ledger: Ledger, { url, key }: { url: string; key: string }): Client {
  const requests: SentRequest[] = []

  async function call(method: 'GET' | 'POST', path: string, body?: unknown) {
    const sent: SentRequest = {
      sentAt: performance.now(),
      answeredAt: undefined,
      outcome: undefined,
    }
    if (method === 'POST') requests.push(sent)
    const answer = await fetchText(`${url}${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    sent.answeredAt = performance.now()
    sent.outcome = typeof answer === 'string' ? answer : answer.status
    noteOutcome(ledger, path, sent, answer)
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
    const body: RecordUsageAnswer = JSON.parse(answer.text)
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
    const body: MapModelAnswer = JSON.parse(answer.text)
    if (!body.mappingId) noteViolation(ledger, `map-model of ${model} answered no mappingId`)
    ledger.mapped.add(`${modelProvider}/${model}`)
    return true
  }

  async function knowsCost(model: Model): Promise<boolean> {
    const work = { customerExternalId: 'any', agentCode: 'any', signalName: 'any', inputTokens: 1 }
    const answer = await call('POST', '/v1/usage/estimate', { records: [{ ...work, ...model }] })
    if (typeof answer === 'string' || answer.status !== 200) return false
    const body: EstimateAnswer = JSON.parse(answer.text)
    return body.uncosted === 0
  }

  async function get<T>(path: string): Promise<T> {
    const answer = await call('GET', path)
    if (typeof answer === 'string') throw new Error(`GET ${path} got no answer: ${answer}`)
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`)
    return JSON.parse(answer.text)
  }
  return { ledger, record, mapModel, knowsCost, get, requests }
}

/** The answer, or the reason why there is none. */
async function fetchText(url: string, init: RequestInit): Promise<Answer | string> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return reasonOf(error)
  }
}

const TIMEOUT = 'TimeoutError'

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === TIMEOUT) return TIMEOUT
  const cause = error.cause
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}

function noteOutcome(
  ledger: Ledger,
  path: string,
  { sentAt, answeredAt = sentAt }: SentRequest,
  answer: Answer | string,
): void {
  const outcome = typeof answer === 'string' ? answer : String(answer.status)
  countRequest(ledger, { path, outcome, milliseconds: Math.round(answeredAt - sentAt) })
  if (answer === TIMEOUT) {
    noteViolation(ledger, `${path} was left without an answer for ${ANSWER_LIMIT_MS} ms`)
  }
  // Whatever goes wrong inside the service is no fault of the caller.
  if (typeof answer !== 'string' && answer.status >= 400 && answer.status < 500) {
    noteViolation(ledger, `${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  }
}
