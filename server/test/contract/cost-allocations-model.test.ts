import { expect, test } from 'vitest'
import { advanceAllocations } from '../../src/features/cost-allocations/advance.ts'
import { continueRuns } from '../../src/features/repricing/work.ts'
import { randomFrom } from '../analytics/random.ts'
import { must } from '../support/app.ts'
import { createClock } from '../support/clocks.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { type Event, listEvents, llm, times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const clock = createClock('2026-02-20T12:00:00Z')
const t = useTestApp({
  now: clock.now,
  atEnd: ({ database }) => expectRollupsToMatchEvents(database.pool, { costDataIsExact: false }),
})
const { api } = useOrganizationPerTest(t)

type Model = { name: string; unit: string; amount: string }
const MODELS: readonly Model[] = [
  { name: 'all', unit: 'tokens', amount: '1234.56' },
  { name: 'in', unit: 'input_tokens', amount: '0.0000000001' },
  { name: 'out', unit: 'output_tokens', amount: '999999999.9999999999' },
  { name: 'calls', unit: 'quantity', amount: '77' },
]

/** A record that was sent, with what was corrected since. */
type Sent = { model: Model; month: string; units: bigint; isPaid: boolean; isVoid: boolean }

/** Ten to the power of the decimals of all amounts below. */
const SCALE = 10n ** 60n
const scaled = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(60, '0'))
}
const rounded = (over: bigint, under: bigint) => (over * 2n + under) / (under * 2n)

/** The rate of one unit: the amount over the units, with ten decimals more than the units have digits. */
function plainRate(amount: string, units: bigint): bigint {
  const step = 10n ** BigInt(60 - 10 - String(units).length)
  return rounded(scaled(amount), units * step) * step
}

test.each([1, 2, 3])(
  'costs of settled months follow from their records alone (%i)',
  async (seed) => {
    clock.set('2026-02-20T12:00:00Z')
    const chance = randomFrom(seed)
    const sent = new Map<string, Sent>()
    const record = async (count: number) => {
      const records = times(count, (index) => randomRecord(chance, `${sent.size}-${index}`))
      const { body } = await api.record(...records.map(({ fields }) => fields))
      for (const { index, eventId } of [...body.results.success, ...body.results.failed]) {
        const one = records[index]
        if (one) sent.set(eventId, one.sent)
      }
    }
    await record(40)
    for (const { name, unit, amount } of MODELS) {
      const names = { modelProvider: 'in-house', model: name }
      await must(
        api.post('/v1/cost-allocations', { ...names, amount, unit, firstMonth: '2026-01' }),
      )
    }
    // January settled with what had arrived, and gets no more units.
    const january = unitsOf([...sent.values()], '2026-01')
    await record(40)
    for (const [id, one] of sent) {
      if (one.month === '2026-01' || chance.integer(0, 9) > 0) continue
      await must(api.post(`/v1/events/${id}/void`, undefined))
      one.isVoid = true
    }
    clock.set('2026-03-05T00:00:00Z')
    await advanceAllocations(t.dependencies)
    await continueRuns(t.dependencies)
    const february = unitsOf([...sent.values()], '2026-02')
    await record(10)

    const costs = new Map(
      (await listEvents(api)).map((event: Event) => [event.id, event.usageCost]),
    )
    const { results } = await must(api.get('/v1/cost-allocations'))
    const monthsOf = ({ name }: Model): Fields[] =>
      results.find((one: Fields) => one.model === name).months
    for (const [month, units] of [
      ['2026-01', january],
      ['2026-02', february],
    ] as const) {
      for (const model of MODELS) {
        const counted = units.get(model) ?? 0n
        const ofMonth = [...sent].filter(([, one]) => one.model === model && one.month === month)
        const rate = counted === 0n ? undefined : plainRate(model.amount, counted)
        let total = 0n
        for (const [id, { units: used, isPaid, isVoid }] of ofMonth) {
          const cost = isPaid || isVoid ? 0n : rate === undefined ? undefined : rate * used
          expect(costs.get(id) ?? undefined, `${model.name} of ${month}`).toEqual(
            cost === undefined
              ? undefined
              : expect.toSatisfy((text: string) => scaled(text) === cost),
          )
          total += cost ?? 0n
        }
        const shown = monthsOf(model).find((one) => one.month === month)
        expect(shown).toMatchObject({ state: 'settled', units: String(counted) })
        expect(scaled(String(shown?.cost))).toBe(total)
        // The units that the amount was spread over cost the amount, to the tenth decimal.
        if (rate === undefined) continue
        expect(rounded(rate * counted, SCALE / 10n ** 10n)).toBe(
          scaled(model.amount) / (SCALE / 10n ** 10n),
        )
      }
    }
  },
)

function randomRecord({ integer }: ReturnType<typeof randomFrom>, key: string) {
  const model = MODELS[integer(0, MODELS.length - 1)] as Model
  const month = integer(0, 1) === 0 ? '2026-01' : '2026-02'
  const big = integer(0, 4) === 0 ? 1_000_000_000 : 1_000
  const inputTokens = integer(0, big)
  const cacheReadTokens = integer(0, inputTokens)
  const outputTokens = integer(0, big)
  const quantity = integer(0, 20)
  const isPaid = integer(0, 5) === 0
  const units = {
    ...{ tokens: inputTokens + outputTokens, input_tokens: inputTokens },
    ...{ output_tokens: outputTokens, quantity },
  }[model.unit]
  const fields = llm({
    ...{ model: model.name, modelProvider: 'in-house', idempotencyKey: key, quantity },
    ...{ inputTokens, cacheReadTokens, outputTokens, usageDate: `${month}-1${integer(0, 9)}` },
    ...(isPaid && { paidBy: 'customer' }),
    ...(integer(0, 3) === 0 && { serviceTier: 'batch' }),
    customerExternalId: `customer-${integer(0, 3)}`,
  })
  const sent: Sent = { model, month, units: BigInt(units ?? 0), isPaid, isVoid: false }
  return { fields, sent }
}

function unitsOf(sent: readonly Sent[], month: string): Map<Model, bigint> {
  const units = new Map<Model, bigint>()
  for (const one of sent) {
    if (one.month !== month || one.isPaid || one.isVoid) continue
    units.set(one.model, (units.get(one.model) ?? 0n) + one.units)
  }
  return units
}
