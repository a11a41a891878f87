import { countRequest, noteViolation } from '../notes.ts'
import {
  type Answer,
  fetchText,
  noteAnswer,
  type SentRequest,
  sentNow,
  TIMEOUT,
  type Traffic,
} from '../traffic.ts'
import { causeOf } from './check-log.ts'
import {
  type Kind,
  type Ledger,
  type NewOperation,
  newOperation,
  type Operation,
} from './ledger.ts'

/**
 * The service may be slow while it recovers, but it must never leave a caller without an answer.
 */
const ANSWER_LIMIT_MS = 120_000
/** Moving the clock through weeks of billing takes longer. */
const CLOCK_LIMIT_MS = 600_000
const SERVER_ERROR = 500

export type Client = Traffic & {
  ledger: Ledger
  /** Sends an operation for the first time and returns it with its answer. */
  perform: (operation: NewOperation) => Promise<Operation>
  /** Sends an operation, or retries it; true when the answer is definite. */
  send: (operation: Operation) => Promise<boolean>
  /** Returns the answer of a read; undefined without one, such as while the service recovers. */
  find: <T>(path: string) => Promise<T | undefined>
  /** Throws unless the request succeeds. */
  get: <T>(path: string) => Promise<T>
  /** Requests a page as a browser without a key; undefined without an answer. */
  browse: (path: string) => Promise<Answer | undefined>
}

/** Refusals that concurrent requests may cause. Every other one is a violation. */
const REFUSALS: Record<Kind, readonly number[]> = {
  setup: [],
  generate: [409, 422],
  send: [400, 409],
  void: [409],
  payment: [409],
  refund: [409],
  checkout: [],
  record: [],
  clock: [409, 422],
}

type Access = { url: string; key: string; serverLog: string }

export function createClient(ledger: Ledger, access: Access): Client {
  const requests: SentRequest[] = []
  const call: Call = async (path, init, limitMs = ANSWER_LIMIT_MS) => {
    const sent = sentNow(path)
    requests.push(sent)
    // A fault during the request excuses its answer too.
    const wasDisturbed = ledger.isDisturbed
    const answer = await fetchText(`${access.url}${path}`, init, limitMs)
    noteAnswer(sent, answer)
    const isDisturbed = wasDisturbed || ledger.isDisturbed
    noteOutcome(ledger, { sent, answer, isDisturbed, serverLog: access.serverLog })
    return answer
  }
  const send = (operation: Operation) => sendOperation(ledger, { call, ...access }, operation)
  const read = (path: string) => call(path, { headers: { 'x-api-key': access.key } })
  return {
    ledger,
    requests,
    send,
    perform: async (fields) => {
      const operation = newOperation(fields)
      ledger.operations.push(operation)
      await send(operation)
      return operation
    },
    find: async (path) => {
      const answer = await read(path)
      if (typeof answer === 'string' || answer.status >= SERVER_ERROR) return undefined
      if (answer.status === 200) return JSON.parse(answer.text)
      noteViolation(ledger, `GET ${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
      return undefined
    },
    get: async (path) => {
      const answer = await read(path)
      if (typeof answer === 'string') throw new Error(`GET ${path} got no answer: ${answer}`)
      if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`)
      return JSON.parse(answer.text)
    },
    browse: async (path) => {
      const answer = await call(path, {})
      return typeof answer === 'string' ? undefined : answer
    },
  }
}

type Call = (path: string, init: RequestInit, limitMs?: number) => Promise<Answer | string>

async function sendOperation(
  ledger: Ledger,
  { call, key: apiKey }: { call: Call; key: string },
  operation: Operation,
): Promise<boolean> {
  const { kind, path, body, key } = operation
  const isForm = kind === 'checkout'
  const sentAt = new Date()
  const init = {
    method: 'POST',
    headers: isForm
      ? { 'content-type': 'application/x-www-form-urlencoded' }
      : {
          'x-api-key': apiKey,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
    body: isForm ? formOf(body) : JSON.stringify(body),
  }
  const answer = await call(path, init, kind === 'clock' ? CLOCK_LIMIT_MS : ANSWER_LIMIT_MS)
  if (typeof answer === 'string' || answer.status >= SERVER_ERROR) {
    operation.unanswered += 1
    return false
  }
  const { status, text } = answer
  if (isDone(kind, answer)) {
    operation.done.push({ status, text, sentAt, answeredAt: new Date() })
    return true
  }
  operation.refused.push(`${status}: ${text.slice(0, 300)}`)
  // Pages report the outcome of a card in their text and status.
  if (!isForm && !REFUSALS[kind].includes(status)) {
    noteViolation(ledger, `POST ${path} answered ${status}: ${text.slice(0, 300)}`)
  }
  return true
}

/**
 * Success statuses that are not 200 or 201. The checkout page redirects after a card; a refused
 * card also sets a cookie with the reason. A long move of the clock is answered with 202 before it
 * is complete.
 */
const DONE: Partial<Record<Kind, readonly number[]>> = { checkout: [303], clock: [200, 202] }
const isDone = (kind: Kind, { status, cookie }: Answer) =>
  (DONE[kind] ?? [200, 201]).includes(status) && (kind !== 'checkout' || cookie === null)

function formOf(body: object): string {
  const fields = Object.entries(body).map(([name, value]) => [name, String(value)])
  return new URLSearchParams(fields).toString()
}

type Outcome = {
  sent: SentRequest
  answer: Answer | string
  isDisturbed: boolean
  serverLog: string
}

function noteOutcome(ledger: Ledger, { sent, answer, isDisturbed, serverLog }: Outcome): void {
  const { path } = sent
  const outcome = typeof answer === 'string' ? answer : String(answer.status)
  const milliseconds = Math.round((sent.answeredAt ?? sent.sentAt) - sent.sentAt)
  countRequest(ledger, { path, outcome, milliseconds })
  if (answer === TIMEOUT) {
    noteViolation(ledger, `${path} was left without an answer for ${milliseconds} ms`)
  }
  if (isDisturbed) return
  if (typeof answer === 'string') {
    noteViolation(ledger, `${path} got no answer although nothing was broken: ${answer}`)
  } else if (answer.status >= SERVER_ERROR) {
    const said = `${answer.text.slice(0, 300)}\n${causeOf(serverLog, answer.text)}`
    noteViolation(ledger, `${path} answered ${answer.status} although nothing was broken: ${said}`)
  }
}
