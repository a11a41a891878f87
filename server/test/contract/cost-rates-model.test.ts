import { beforeAll, expect, test } from 'vitest'
import { randomFrom } from '../analytics/random.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import {
  type PlainCall,
  type PlainEntry,
  type PlainModel,
  type PlainOwnRate,
  type PlainRates,
  plainCost,
  whole,
} from '../support/plain-costs.ts'
import { type Event, listEvents, times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({
  atEnd: ({ database }) => expectRollupsToMatchEvents(database.pool, { costDataIsExact: false }),
})
const { api } = useOrganizationPerTest(t)

/** Has dated prices, tiers, long prompts and a rate for each kind of token. */
const ALPHA: PlainEntry = {
  provider: 'together',
  name: 'alpha',
  isApi: false,
  prices: [
    {
      from: null,
      rates: { input: '3', output: '15', cacheRead: '0.3', cacheWrite: '3.75', cacheWrite1h: '6' },
      tiers: { batch: { rates: { input: '1.5', output: '7.5' } } },
    },
    {
      from: '2026-02-01T00:00:00Z',
      rates: { input: '2.123456789', output: '9.87' },
      above: { inputTokens: 1_000, rates: { input: '4.2', output: '18.01', cacheRead: '0.007' } },
      tiers: {
        batch: { rates: { input: '1.1', output: '5' } },
        priority: {
          rates: { input: '5', output: '20' },
          above: { inputTokens: 2_000, rates: { input: '9', output: '40' } },
        },
      },
    },
  ],
}
/** Has no price before its first one, and no rate of output. */
const BETA: PlainEntry = {
  provider: 'together',
  name: 'beta',
  isApi: false,
  prices: [{ from: '2026-01-10T00:00:00Z', rates: { input: '0.02' }, tiers: {} }],
}
const GAMMA: PlainEntry = {
  provider: 'voyage',
  name: 'gamma',
  isApi: true,
  prices: [{ from: null, rates: { unit: '0.0083' }, tiers: {} }],
}
const HOUSE = { provider: 'in-house', name: 'house' }
const MAPPED = { provider: 'in-house', name: 'mapped' }

type Subject = PlainModel & { spellings: readonly (readonly [string, string])[] }
const SUBJECTS: readonly Subject[] = [
  {
    entry: ALPHA,
    names: null,
    spellings: [
      ['together', 'alpha'],
      ['Together-AI', ' ALPHA '],
      ['togetherai', 'together/alpha'],
      ['together', 'alpha-2025-06-01'],
    ],
  },
  {
    entry: BETA,
    names: null,
    spellings: [
      ['together', 'beta'],
      ['together_ai', 'Beta'],
    ],
  },
  { entry: GAMMA, names: null, spellings: [['voyage-ai', 'gamma']] },
  {
    entry: null,
    names: HOUSE,
    spellings: [
      ['in-house', 'house'],
      [' IN-house', 'House'],
    ],
  },
  { entry: ALPHA, names: MAPPED, spellings: [['In-House', 'mapped']] },
]
const TIERS = [null, null, 'batch', 'priority', 'flex']
const STARTS = [null, null, '2026-01-10', '2026-02-01', '2026-02-15T12:30:00Z', '2026-03-01']
const DATES = [
  '2026-01-09T23:59:59.999Z',
  '2026-01-10T00:00:00Z',
  '2026-01-31T23:59:59.999Z',
  '2026-02-01T00:00:00Z',
  '2026-02-15T12:29:59.999Z',
  '2026-02-15T12:30:00Z',
  '2026-03-01T00:00:00Z',
  '2026-04-01T00:00:00Z',
]

beforeAll(async () => {
  for (const entry of [ALPHA, BETA, GAMMA]) await insertEntry(entry)
  await t.dependencies.catalog.refresh()
})

async function insertEntry({ provider, name, isApi, prices }: PlainEntry): Promise<void> {
  const { pool } = t.database
  const size = isApi ? 1 : 1_000_000
  const { rows } = await pool.query(
    `insert into catalog_entries (id, external_id, provider, canonical_name, display_name,
       service_type, is_api, cost_unit, unit_size, accepts_date_suffix, source, is_active,
       created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $1, $1, 'Test', $3, 'each', $4, true, 'curated', true, now(),
       now())
     returning id`,
    [name, provider, isApi, size],
  )
  for (const { from, rates, above, tiers } of prices) {
    const longOf = (long: typeof above) =>
      long ? [{ aboveInputTokens: long.inputTokens, ...long.rates }] : []
    const serviceTiers = Object.entries(tiers).map(([serviceTier, tier]) => ({
      ...{ serviceTier, ...tier.rates },
      ...(tier.above && { longContext: longOf(tier.above) }),
    }))
    await pool.query(
      `insert into catalog_prices (id, entry_id, effective_from, input_rate, output_rate,
         cache_read_rate, cache_write_rate, cache_write1h_rate, unit_rate, long_context,
         service_tiers, source, status, created_at)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'curated', 'accepted',
         now())`,
      [
        ...[rows[0].id, from, rates.input, rates.output, rates.cacheRead, rates.cacheWrite],
        ...[rates.cacheWrite1h, rates.unit],
        ...[JSON.stringify(longOf(above)), JSON.stringify(serviceTiers)],
      ],
    )
  }
}

type Chance = ReturnType<typeof randomFrom>

function randomAmount({ integer }: Chance): string {
  const decimals = integer(0, 18)
  return `${integer(0, 30)}${decimals === 0 ? '' : `.${times(decimals, () => integer(0, 9)).join('')}`}`
}

function randomRates(chance: Chance): PlainRates {
  if (chance.chance(20)) return { unit: randomAmount(chance) }
  const optional = (kind: keyof PlainRates, percent: number) =>
    chance.chance(percent) ? { [kind]: randomAmount(chance) } : {}
  return {
    input: randomAmount(chance),
    ...optional('output', 80),
    ...optional('cacheRead', 50),
    ...optional('cacheWrite', 50),
    ...optional('cacheWrite1h', 40),
  }
}

type Set = PlainOwnRate & { body: Fields }

function randomRate(chance: Chance): Set {
  const subject = chance.pick(SUBJECTS)
  const tier = chance.pick(TIERS)
  const from = chance.pick(STARTS)
  const dated = { tier, from }
  const sent = { serviceTier: tier ?? chance.pick([null, 'standard']), effectiveFrom: from }
  const off = chance.pick(['0', '10', '33.333', '99.99999', '12.3456789012'])
  if (chance.chance(25)) {
    const provider = chance.pick(['together', 'voyage'])
    const body = { ...sent, modelProvider: provider, percentOff: off }
    return { ...dated, provider, model: null, off, body }
  }
  const [modelProvider, model] = chance.pick(subject.spellings)
  const { provider, name } = subject.names ?? subject.entry ?? HOUSE
  const names = { provider, model: name }
  const body = { ...sent, modelProvider, model }
  if (subject.entry && chance.chance(45)) {
    return { ...dated, ...names, off, body: { ...body, percentOff: off } }
  }
  const rates = randomRates(chance)
  const fields = Object.entries(rates).map(([kind, rate]) => [`${kind}Cost`, rate])
  const isFree = Object.values(rates).every((rate) => Number(rate) === 0)
  return { ...dated, ...names, rates, body: { ...body, ...Object.fromEntries(fields), isFree } }
}

type Recorded = { key: string; subject: Subject; call: PlainCall; record: Fields }

function randomRecord(chance: Chance, index: number): Recorded {
  const subject = chance.pick(SUBJECTS)
  const [modelProvider, model] = chance.pick(subject.spellings)
  const cacheReadTokens = chance.pick([0, chance.integer(0, 900)])
  const cacheWriteTokens = chance.pick([0, chance.integer(0, 900)])
  const quantity = chance.integer(0, 3)
  const used = {
    inputTokens: cacheReadTokens + cacheWriteTokens + chance.integer(0, 4_000),
    outputTokens: chance.pick([0, chance.integer(0, 5_000)]),
    ...{ cacheReadTokens, cacheWriteTokens, quantity },
    cacheWrite1hTokens: chance.integer(0, cacheWriteTokens),
  }
  const tier = chance.pick(TIERS)
  const date = chance.pick(DATES)
  const key = `call-${index}`
  return {
    key,
    subject,
    call: { ...used, date, tier, calls: Math.max(quantity, 1) },
    record: {
      ...{ customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket' },
      ...{ usageDate: date, idempotencyKey: key },
      services: [{ ...used, model, modelProvider, ...(tier && { serviceTier: ` ${tier}` }) }],
    },
  }
}

/** Formats a cost as estimates have it, rounded half up. */
function inTenDecimals(cost: bigint | null): string | null {
  if (cost === null) return null
  const unit = whole('0.0000000001')
  const digits = String((cost + unit / 2n) / unit).padStart(11, '0')
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`
}

const wholeOf = (text: string | null) => (text === null ? null : whole(text))

test.each(times(12, (seed) => seed + 1))(
  'costs equal those of an independent model, to the last digit (seed %i)',
  async (seed) => {
    const chance = randomFrom(seed)
    const mapping = await api.post('/v1/events/map-model', {
      ...{ sourceModel: 'mapped', sourceProvider: 'in-house' },
      ...{ targetModel: 'alpha', targetProvider: 'together' },
    })
    expect(mapping.status).toBe(200)
    const inForce: (PlainOwnRate & { id: string })[] = []
    const recorded: Recorded[] = []
    const costs = new Map<string, bigint | null>()
    const expected = ({ subject, call }: Recorded) => plainCost(subject, inForce, call)
    for (let step = 0; step < 12; step += 1) {
      const { body, ...set } = randomRate(chance)
      const answer = await api.post('/v1/cost-rates', body)
      expect(answer.status, JSON.stringify([body, answer.body])).toBe(201)
      inForce.push({ ...set, id: answer.body.id as string })
      const waiting = recorded.filter(({ key }) => costs.get(key) === null)
      for (const one of waiting) costs.set(one.key, expected(one))
      const costed = waiting.filter(({ key }) => costs.get(key) !== null)
      expect(answer.body.costed).toBe(costed.length)
      if (chance.chance(25)) {
        const [withdrawn] = inForce.splice(chance.integer(0, inForce.length - 1), 1)
        expect((await api.delete(`/v1/cost-rates/${withdrawn?.id}`)).status).toBe(204)
      }
      const fresh = times(30, (index) => randomRecord(chance, step * 100 + index))
      for (const one of fresh) costs.set(one.key, expected(one))
      recorded.push(...fresh)
      const records = fresh.map(({ record }) => record)
      const estimates = (await api.post('/v1/usage/estimate', { records })).body.results
      const estimated = estimates.map(({ totalCostUsd }: Fields) => totalCostUsd)
      expect(estimated).toEqual(fresh.map(({ key }) => inTenDecimals(costs.get(key) ?? null)))
      expect((await api.record(...records)).status).toBe(200)
    }
    const events = (await listEvents(api)) as (Event & { idempotencyKey: string })[]
    expect(events).toHaveLength(recorded.length)
    const stored = events.map((one) => [one.idempotencyKey, wholeOf(one.usageCost)] as const)
    expect(new Map(stored)).toEqual(costs)
    expect([...costs.values()].filter((cost) => cost === null).length).toBeGreaterThan(0)
  },
)
