import { setTimeout as sleep } from 'node:timers/promises'
import { newSecret } from '../../features/webhooks/endpoints/secrets.ts'
import { createSigner, type Signer } from '../../features/webhooks/sending/sign.ts'
import { parseExactJson } from '../../platform/json/exact-json.ts'
import { CommandError } from '../run.ts'

/** Pause between two requests for new announcements. */
const POLL_MS = 1_000
const PAGE = 100
const TIMEOUT_MS = 15_000

export type Listen = {
  /** The service, and a key that reads its announcements. */
  url: string
  apiKey: string
  /** The address that receives each announcement. */
  forward: string
  types: readonly string[] | undefined
  /** Signs the copies; a new secret is made and printed otherwise. */
  secret: string | undefined
  signal: AbortSignal
  print: (line: string) => void
}

type Announcement = { id: string; type: string }
type Answer = { results: Announcement[]; nextAfter?: string }

/**
 * Posts each announcement from now on to an address, in order and once, until stopped. What the receiver answers is
 * printed and not retried. If the service does not answer, it is asked again.
 */
export async function listen({ print, signal, ...asked }: Listen): Promise<void> {
  const secret = asked.secret ?? newSecret()
  let after = await latestOf({ ...asked, signal })
  print(`Forwarding announcements to ${asked.forward}`)
  print(`Signing secret: ${secret}`)
  const sign = createSigner([secret])
  while (!signal.aborted) {
    const { results, nextAfter } = await untilAnswered({ print, signal }, () =>
      readFeed({ ...asked, signal }, { after, types: asked.types }),
    )
    for (const announcement of results) {
      if (signal.aborted) return
      const answer = await post(asked.forward, announcement, { sign, signal })
      print(`${announcement.type} ${announcement.id}: ${answer}`)
      after = announcement.id
    }
    // Moves on although nothing matched, so that it stays the id of something that is kept.
    after = nextAfter ?? after
    if (results.length < PAGE) await pause(signal)
  }
}

/** Asks until the service answers; a refusal ends the command. */
async function untilAnswered(
  { print, signal }: Pick<Listen, 'print' | 'signal'>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof CommandError) throw error
      if (attempt === 1 && !signal.aborted) print(`The service does not answer: ${reasonOf(error)}`)
      await pause(signal)
    }
  }
  return { results: [] }
}

type Asked = Pick<Listen, 'url' | 'apiKey' | 'signal'>
type Page = { after: string; types: readonly string[] | undefined }

const BEGINNING = '00000000-0000-0000-0000-000000000000'

/** Returns the id of the latest announcement. */
async function latestOf(asked: Asked): Promise<string> {
  try {
    const answer = await read(asked, { limit: '1' })
    return answer.results[0]?.id ?? BEGINNING
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${asked.url} does not answer: ${reasonOf(error)}`)
  }
}

/**
 * Returns the next announcements of the feed. If nothing was announced for so long that the last id
 * is no longer kept, everything that is kept is later.
 */
async function readFeed(asked: Asked, { after, types }: Page): Promise<Answer> {
  const query = { limit: String(PAGE), types }
  try {
    return await read(asked, { ...query, after })
  } catch (error) {
    if (!(error instanceof NotKept)) throw error
    return read(asked, { ...query, after: BEGINNING })
  }
}

/** The answer to an id that is no longer kept. */
class NotKept extends CommandError {}

type FeedQuery = { limit: string; after?: string; types?: readonly string[] | undefined }

async function read(
  { url, apiKey, signal }: Asked,
  { types = [], ...query }: FeedQuery,
): Promise<Answer> {
  const parameters = new URLSearchParams(query)
  for (const type of types) parameters.append('type', type)
  const answer = await fetch(`${url.replace(/\/+$/, '')}/v1/announcements?${parameters}`, {
    headers: { 'x-api-key': apiKey },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const body = parseExactJson(await answer.text())
  if (answer.ok && hasResults(body)) return body
  const message = typeof body === 'object' && body !== null && 'message' in body && body.message
  const reason = `the service answered ${answer.status}: ${message || 'not the API'}`
  if (answer.status === 429 || answer.status >= 500) throw new Error(reason)
  throw answer.status === 404 ? new NotKept(reason) : new CommandError(reason)
}

function hasResults(body: unknown): body is Answer {
  return typeof body === 'object' && body !== null && 'results' in body
}

type Signing = { sign: Signer; signal: AbortSignal }

/** Returns the answer as text. */
async function post(
  forward: string,
  announcement: Announcement,
  { sign, signal }: Signing,
): Promise<string> {
  const body = JSON.stringify(announcement)
  const headers = sign({ id: announcement.id, at: new Date(), body })
  const startedAt = performance.now()
  try {
    const { status } = await fetch(forward, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    return `${status} in ${Math.round(performance.now() - startedAt)} ms`
  } catch (error) {
    return `no answer (${reasonOf(error)})`
  }
}

const pause = (signal: AbortSignal) => sleep(POLL_MS, undefined, { signal }).catch(() => undefined)

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
