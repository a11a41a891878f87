import autocannon from 'autocannon'

export type LoadResult = {
  records: number
  recordsPerSecond: number
  milliseconds: { p50: number; p95: number; p99: number; max: number }
  /** Responses with a status other than 200. */
  refused: number
}

/** Sends the bodies repeatedly for some seconds and measures each response. */
export async function runLoad(options: {
  url: string
  apiKey: string
  bodies: readonly string[]
  recordsPerBody: number
  connections: number
  seconds: number
}): Promise<LoadResult> {
  const { url, apiKey, bodies, recordsPerBody, connections, seconds } = options
  const times: number[] = []
  let refused = 0
  const startedAt = performance.now()
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections,
        duration: seconds,
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        requests: bodies.map((body) => ({ path: '/v1/usage/record', body })),
      },
      (error) => (error ? reject(error) : resolve()),
    )
    run.on('response', (_client, statusCode, _bytes, responseTime) => {
      if (statusCode === 200) times.push(responseTime)
      else refused += 1
    })
  })
  const elapsed = (performance.now() - startedAt) / 1_000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN
  const records = times.length * recordsPerBody
  return {
    records,
    recordsPerSecond: Math.round(records / elapsed),
    milliseconds: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) },
    refused,
  }
}
