export type FetchLimits = { timeoutMs: number; maxBytes: number }

/** Both price lists have about 1.5 MB; the size limit leaves ample room for growth. */
const SOURCE_LIMITS: FetchLimits = { timeoutMs: 60_000, maxBytes: 32 * 1_048_576 }

/**
 * Returns the body of a successful response. Throws when the status is an error, when the response
 * takes longer than the timeout, and as soon as it exceeds the size limit.
 */
export async function fetchText(
  url: string,
  { timeoutMs, maxBytes }: FetchLimits = SOURCE_LIMITS,
): Promise<string> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json' },
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`${url} answered with status ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error(`${url} sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
