import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { askForHolds } from './holds.ts'
import { createRandom, type Random } from './random.ts'
import { type Draft, draftKeyReuse, draftRecord, type UsageRecord } from './records.ts'
import type { UnknownModels } from './unknown-models.ts'

const CONNECTIONS = 8
const ASKERS = 4
const BATCH_MAX = 100
const PAUSE_AFTER_FAILURE_MS = 250
const REMEMBERED = 500

export type Load = {
  /** Sends nothing more and resolves when every request has its answer, or certainly has none. */
  stop: () => Promise<void>
}

export type LoadOptions = {
  client: Client
  models: UnknownModels
  seed: number
  /** Distinguishes the records of the rounds. */
  round: number
}

/** Sends traffic like that of many agents until stopped; waits briefly after failures. */
export function startLoad({ client, models, seed, round }: LoadOptions): Load {
  const stopping = new AbortController()
  const { signal } = stopping
  const workers = Array.from({ length: CONNECTIONS }, (_, index) => {
    const name = `r${round}c${index}`
    return sendBatches({ client, models, name, random: createRandom(seed, name), signal })
  })
  const askers = Array.from({ length: ASKERS }, (_, index) => {
    const name = `r${round}a${index}`
    return askForHolds({ client, round, name, random: createRandom(seed, name), signal })
  })
  const mapper = mapModels({ client, models, random: createRandom(seed, `r${round}map`), signal })
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all([...workers, ...askers, mapper])
    },
  }
}

type Connection = {
  client: Client
  models: UnknownModels
  name: string
  random: Random
  signal: AbortSignal
}

async function sendBatches(connection: Connection): Promise<void> {
  const { client, name, random, signal } = connection
  /** Records of this connection with a key, whatever their outcome. */
  const keyed: UsageRecord[] = []
  for (let batch = 1; !signal.aborted; batch += 1) {
    const drafts = draftBatch(connection, `${name}b${batch}`, keyed)
    const answered = await Promise.all(requestsFor(drafts, random).map(client.record))
    for (const { record, expectation } of drafts) {
      if (record.key !== undefined && expectation === 'stored') keyed.push(record)
    }
    keyed.splice(0, keyed.length - REMEMBERED)
    if (answered.includes(false)) await sleep(PAUSE_AFTER_FAILURE_MS)
    else if (random.chance(0.6)) await sleep(random.integer(1, 40))
  }
}

/** Sometimes returns the same records twice, sent concurrently as by an impatient client. */
function requestsFor(drafts: readonly Draft[], random: Random): (readonly Draft[])[] {
  const repeatable = drafts.filter(({ record }) => record.key !== undefined)
  return repeatable.length > 0 && random.chance(0.05) ? [drafts, repeatable] : [drafts]
}

function draftBatch(
  { client, models, random }: Connection,
  name: string,
  keyed: readonly UsageRecord[],
): Draft[] {
  const size = random.chance(0.25) ? 1 : random.integer(1, random.chance(0.5) ? 10 : BATCH_MAX)
  return Array.from({ length: size }, (_, index): Draft => {
    const marker = `${name}n${index}`
    const earlier = keyed.length > 0 ? random.pick(keyed) : undefined
    if (earlier && random.chance(0.05)) return { record: earlier, expectation: 'stored' }
    const isStored = earlier && client.ledger.entries.get(earlier.marker)?.promised.length
    if (earlier && isStored && random.chance(0.01)) return draftKeyReuse(marker, earlier)
    return draftRecord(marker, random, models)
  })
}

/** Maps the unknown models one after the other, sometimes all concurrently. */
async function mapModels({
  client,
  models,
  random,
  signal,
}: Omit<Connection, 'name'>): Promise<void> {
  while (!signal.aborted) {
    await sleep(random.integer(100, 700))
    const unmapped = models.unmapped()
    const chosen = random.chance(0.2) ? unmapped : unmapped.slice(0, 1)
    await Promise.all(
      chosen.map(async (model) => {
        if (await client.mapModel(model)) models.noteMapped(model)
      }),
    )
  }
}
