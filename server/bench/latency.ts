export type Latency = { count: number; p50: number; p95: number; p99: number }

/** Returns percentiles of times in milliseconds. */
export function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1))
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
