import type { UsageBatchResult } from '../api.gen.ts'
import { NetworkError } from '../errors.ts'
import { exchange, json } from '../http/exchange.ts'
import { headersOf } from '../http/headers.ts'
import type { Connection } from '../settings.ts'

export const BATCH_PATH = '/v1/usage/record'

/** Sends a batch once, without retries; the recorder decides when to send again. */
export async function sendBatch(
  connection: Connection,
  body: string,
  signal?: AbortSignal,
): Promise<UsageBatchResult> {
  const { baseUrl, fetch, timeout, logger } = connection
  const headers = headersOf(connection, 'application/json', { body })
  const url = baseUrl + BATCH_PATH
  const { data } = await exchange(
    { fetch, method: 'POST', path: BATCH_PATH, url, headers, body, timeout, signal, logger },
    json,
  )
  if (!isResult(data)) throw new NetworkError(`${url} did not answer as the service does`)
  return data
}

function isResult(answer: unknown): answer is UsageBatchResult {
  if (typeof answer !== 'object' || answer === null || !('results' in answer)) return false
  const { results } = answer
  if (typeof results !== 'object' || results === null) return false
  const { success, failed } = results as { success?: unknown; failed?: unknown }
  return areEntries(success) && areEntries(failed)
}

const areEntries = (entries: unknown): boolean =>
  Array.isArray(entries) && entries.every((it) => typeof it === 'object' && it !== null)
