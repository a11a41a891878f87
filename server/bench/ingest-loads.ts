import { type LoadResult, runLoad } from './load.ts'
import { benchBodies, benchBodiesOfOne } from './records.ts'

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const WARM_UP_SECONDS = 3

export type Load = { recordsPerBody: number; connections: number; bodies: readonly string[] }

export const BATCH: Load = { recordsPerBody: 100, connections: 16, bodies: benchBodies(200, 100) }
export const BATCH_OF_ONE: Load = { ...BATCH, bodies: benchBodiesOfOne(200, 100) }
export const SINGLE: Load = { recordsPerBody: 1, connections: 64, bodies: benchBodies(400, 1) }

/** Sends a load for some seconds, after a warm-up that is not counted. */
export async function measureLoad(
  { url, apiKey }: { url: string; apiKey: string },
  load: Load,
): Promise<LoadResult & { warmUpRecords: number }> {
  const { records } = await runLoad({ url, apiKey, ...load, seconds: WARM_UP_SECONDS })
  return { ...(await runLoad({ url, apiKey, ...load, seconds: SECONDS })), warmUpRecords: records }
}
