/** Creates random customers, deals, usage and invoices through the API. */
import { type Api, must } from '../support/app.ts'
import type { TestDatabase } from '../support/database.ts'
import {
  type Fields,
  givenAgent,
  givenCoupon,
  givenCustomer,
  givenDiscount,
  givenPlan,
  givenSignal,
  givenStrategies,
  givenSubscription,
  givenTaxRate,
  includedIn,
  strategiesOf,
} from '../support/given.ts'
import { llm, sms, unknownModel } from '../support/usage.ts'
import { correctAny } from './correct.ts'
import { type Random, randomFrom } from './random.ts'
import { type Deal, givenTwins, invoiceTwins, payAndRefund } from './random-twins.ts'
import { rejectAny, withdrawAny } from './reject.ts'
import { settleUntil } from './settle.ts'

const MODELS = ['flat', 'package', 'graduated', 'volume', 'credit_pool'] as const
/** Follows from numbers drawn for something else, so that the rest of a world does not depend on it. */
const timed = (isAdvance: boolean) => ({ billTiming: isAdvance ? 'advance' : 'arrears' })
const feeOf = (units: number) => ({ rate: `${units}.37`, ...timed(units % 2 === 0) })
const rate = (random: Random) => `0.${random.integer(1, 99_999)}`

function usagePrice(random: Random, signalId: string): Fields {
  const pricingModel = random.pick(MODELS)
  const own = { chargeType: 'usage', signalId, pricingModel }
  if (pricingModel === 'flat') return { ...own, rate: rate(random) }
  if (pricingModel === 'package') {
    return { ...own, rate: rate(random), packageSize: random.integer(1, 9) }
  }
  const bound = random.integer(3, 25)
  const tier = () => ({
    rate: rate(random),
    ...(pricingModel !== 'credit_pool' && random.chance(50) && { flatFee: rate(random) }),
  })
  const first = { lower: 0, upper: bound, ...tier() }
  return { ...own, tiers: [first, { lower: bound, upper: null, ...tier() }] }
}

async function givenPlanOf(api: Api, random: Random) {
  const { id: agentId, agentCode } = await givenAgent(api)
  const signals = [
    await givenSignal(api, { agentId, name: 'ticket' }),
    await givenSignal(api, { agentId, name: 'call', settlementDays: 30 }),
    await givenSignal(api, { agentId, name: 'unpriced' }),
  ]
  const currency = random.chance(30) ? 'EUR' : random.chance(20) ? 'JPY' : 'USD'
  const { id: planId } = await givenPlan(api, { agentId, currency })
  const prices = [
    ...signals.slice(0, 2).map(({ id }) => usagePrice(random, id)),
    ...(random.chance(70) ? [{ chargeType: 'recurring', ...feeOf(random.integer(1, 50)) }] : []),
    ...(random.chance(50)
      ? [{ chargeType: 'seat_based', rate: '7.01', ...timed(currency === 'EUR') }]
      : []),
    ...(random.chance(50) ? [{ chargeType: 'onetime', rate: '99.99' }] : []),
  ]
  const strategies = await givenStrategies(api, planId, ...prices)
  if (random.chance(40))
    await must(api.post(includedIn(planId), { signalId: random.pick(signals).id }))
  const { id: largePlanId } = await givenPlan(api, { agentId, currency })
  // Other prices of the same signals, without numbers of the generator, on which the rest of the world depends.
  const ofTickets = { chargeType: 'usage', signalId: signals[0]?.id }
  await givenStrategies(
    api,
    largePlanId,
    {
      ...ofTickets,
      pricingModel: 'credit_pool',
      tiers: [
        { lower: 0, upper: 11, rate: '17.31' },
        { lower: 11, upper: null, rate: '0.77' },
      ],
    },
    { chargeType: 'recurring', rate: '61.13' },
    { chargeType: 'onetime', rate: '33.33' },
  )
  return { agentId, agentCode, planId, largePlanId, prices, strategies }
}

type OfferOf = Awaited<ReturnType<typeof givenPlanOf>>

const day = (random: Random, from = 1, to = 150) =>
  new Date(
    Date.UTC(2026, 0, random.integer(from, to), random.integer(0, 23), random.integer(0, 59)),
  )

async function use(api: Api, random: Random, who: { externalId: string; agentCode: string }) {
  const work = {
    customerExternalId: who.externalId,
    agentCode: who.agentCode,
    signalName: random.pick(['ticket', 'ticket', 'call', 'unpriced']),
    quantity: random.integer(0, 9),
    usageDate: day(random).toISOString(),
  }
  const make = random.pick([llm, llm, sms, unknownModel])
  await must(api.record(make(work)))
}

/** Invoices whole periods and parts of them; voids some, and pays and partly refunds others. */
async function invoiceSome(api: Api, random: Random, deals: readonly Deal[]) {
  for (const { customerId, subscriptionId } of deals) {
    for (const month of [1, 2, 3, 4]) {
      if (random.chance(40)) continue
      const start = new Date(Date.UTC(2026, month - 1, random.integer(1, 28)))
      const end = new Date(start.getTime() + random.integer(1, 31) * 86_400_000)
      const window = {
        billingPeriodStart: start.toISOString(),
        ...(random.chance(50) ? { billingPeriodEnd: end.toISOString() } : {}),
      }
      const ids = { customerId, subscriptionId }
      const draft = await api.post('/v1/invoices/generate', { ...ids, ...window })
      if (draft.status !== 201 || random.chance(20)) continue
      const sent = await api.post(`/v1/invoices/${draft.body.id}/send`, undefined)
      if (sent.status !== 200) continue
      if (random.chance(20)) await api.post(`/v1/invoices/${draft.body.id}/void`, undefined)
      else if (random.chance(50)) await payAndRefund(api, draft.body.id)
    }
  }
}

async function changePrices(api: Api, random: Random, offers: readonly OfferOf[]) {
  for (const { planId, strategies, prices } of offers) {
    for (const [index, { id }] of strategies.entries()) {
      if (random.chance(50)) continue
      const price = prices[index] ?? {}
      const change =
        'tiers' in price
          ? {
              tiers: [
                { lower: 0, upper: 8, rate: rate(random) },
                { lower: 8, upper: null, rate: rate(random) },
              ],
            }
          : { rate: rate(random) }
      await must(api.patch(`${strategiesOf(planId)}/${id}`, change))
    }
  }
}

/** Gives prices from a day on to some strategies of plans, and to some subscriptions of their own. */
async function givenDatedPrices(
  api: Api,
  random: Random,
  { offers, deals }: { offers: readonly OfferOf[]; deals: readonly Deal[] },
) {
  const date = () => day(random, 1, 120).toISOString().slice(0, 10)
  for (const { planId, strategies, prices } of offers) {
    for (const [index, { id }] of strategies.entries()) {
      const price = 'tiers' in (prices[index] ?? {}) ? {} : { rate: rate(random) }
      const sent = 'rate' in price ? price : { tiers: prices[index]?.tiers }
      if (random.chance(60)) {
        const audience = random.pick(['everyone', 'new'])
        const dated = { effectiveFrom: date(), audience, ...sent }
        await must(api.post(`${strategiesOf(planId)}/${id}/prices`, dated))
      }
      for (const { subscriptionId } of deals) {
        if (random.chance(85)) continue
        const effectiveFrom = random.chance(50) ? null : date()
        // Refused if the strategy is of another plan.
        await api.post(`/v1/subscriptions/${subscriptionId}/prices/${id}`, {
          effectiveFrom,
          ...sent,
        })
      }
    }
  }
}

/** Creates deals that follow one another or end within a period, in several time zones. */
async function givenDeals(api: Api, random: Random, offers: readonly OfferOf[], customer: Fields) {
  const deals: Deal[] = []
  const customerId = String(customer.id)
  const timezone = random.pick(['UTC', 'UTC', 'America/New_York', 'Asia/Kathmandu'])
  for (const { planId, agentId } of offers) {
    if (random.chance(25)) continue
    const start = new Date(Date.UTC(2026, 0, random.pick([1, 7, 31, 40])))
    const middle = new Date(start.getTime() + random.integer(20, 90) * 86_400_000)
    const parties = { customerId, planId, agentId, seatsCount: random.integer(0, 4), timezone }
    const date = (at: Date) => at.toISOString().slice(0, 10)
    const isEnded = random.chance(50)
    const first = await givenSubscription(api, {
      ...parties,
      startDate: date(start),
      ...(isEnded ? { endDate: date(middle) } : {}),
    })
    deals.push({ customerId, subscriptionId: first.id, start, end: middle })
    if (!isEnded || random.chance(50)) continue
    const next = new Date(middle.getTime() + random.integer(1, 5) * 86_400_000)
    const second = await givenSubscription(api, { ...parties, startDate: date(next) })
    deals.push({ customerId, subscriptionId: second.id, start: next, end: next })
  }
  return deals
}

/** Changes the seats of some deals once or more, also after their end, which is refused. */
async function changeSeats(api: Api, random: Random, deals: readonly Deal[]) {
  for (const { subscriptionId, start } of deals) {
    for (let count = random.integer(0, 3); count > 0; count -= 1) {
      const day = new Date(start.getTime() + random.integer(0, 120) * 86_400_000)
      const from = day.toISOString().slice(0, 10)
      const body = { seatsCount: random.integer(0, 6), from }
      await api.post(`/v1/subscriptions/${subscriptionId}/seats`, body)
    }
  }
}

/** Changes the plan of some deals in their current period to another one of the agent. Returns the successors. */
async function changePlans(
  api: Api,
  random: Random,
  { offers, deals }: { offers: readonly OfferOf[]; deals: readonly Deal[] },
): Promise<Deal[]> {
  const successors: Deal[] = []
  for (const { customerId, subscriptionId } of deals) {
    const { planId, currentPeriod } = await must(api.get(`/v1/subscriptions/${subscriptionId}`))
    const offer = offers.find((one) => one.planId === planId)
    if (!offer || !currentPeriod || random.chance(40)) continue
    if (random.chance(50)) {
      const invoice = await api.post('/v1/invoices/generate', { customerId, subscriptionId })
      if (invoice.status === 201) await api.post(`/v1/invoices/${invoice.body.id}/send`, undefined)
    }
    const first = Date.parse(currentPeriod.start) + 86_400_000
    const day = new Date(first + random.integer(0, 25) * 86_400_000).toISOString().slice(0, 10)
    const body = { planId: offer.largePlanId, when: day, chargeOnetime: random.chance(50) }
    const { status, body: changed } = await api.post(
      `/v1/subscriptions/${subscriptionId}/plan-change`,
      body,
    )
    if (status !== 201) continue
    const start = new Date(changed.effectiveFrom)
    successors.push({ customerId, subscriptionId: changed.subscription.id, start, end: start })
  }
  return successors
}

export async function makeWorld(
  api: Api,
  {
    random,
    database,
    organizationId,
    tag = '',
  }: { random: Random; database: TestDatabase; organizationId: string; tag?: string },
) {
  const offers = [await givenPlanOf(api, random), await givenPlanOf(api, random)]
  const customers = []
  const deals: Deal[] = []
  const names = ['Ann', 'Bob', 'Cyd'].map((name) => `${name}${tag}`)
  for (const name of names) {
    const customer = await givenCustomer(api, { name, externalId: name, email: `${name}@x.test` })
    customers.push(customer.id)
    deals.push(...(await givenDeals(api, random, offers, customer)))
  }
  const twinNames = ['Dee', 'Eve', 'Fay', 'Gus', 'Hal'].map((name) => `${name}${tag}`)
  const twinOffer = random.pick(offers)
  const twins = await givenTwins(api, random, { offer: twinOffer, names: twinNames })
  const workOfTwins = async (count: number) => {
    for (let event = 0; event < count; event += 1) {
      // The last twin has no usage.
      const externalId = random.pick(twinNames.slice(0, -1))
      await use(api, random, { externalId, agentCode: twinOffer.agentCode })
    }
  }
  // Have numbers of their own, which follow from the deals, so that the rest of a world does not depend on them.
  const days = deals.reduce((sum, { start }) => sum + Math.floor(start.getTime() / 86_400_000), 0)
  await givenDatedPrices(api, randomFrom(days), { offers, deals })
  await givenTaxRate(api, {
    name: 'VAT',
    percentage: 7,
    isDefault: true,
    isInclusive: random.chance(50),
  })
  await givenDiscount(api, { customerId: customers[0] })
  await givenDiscount(api, { customerId: customers[1] })
  const { id: couponId } = await givenCoupon(api, { percentOff: 25, duration: 'once' })
  await givenDiscount(api, { couponId, customerId: customers[2] })
  const work = async (count: number) => {
    for (let event = 0; event < count; event += 1) {
      const externalId = random.pick(names)
      await use(api, random, { externalId, agentCode: random.pick(offers).agentCode })
    }
  }
  // Has numbers of its own, so that the rest of a world does not depend on the corrections.
  const corrections = { organizationId, random: randomFrom(Number(tag) || 1) }
  const correct = async (count: number) => {
    for (let event = 0; event < count; event += 1) await correctAny(api, database, corrections)
  }
  const seats = randomFrom((Number(tag) || 1) + 1_000)
  await changeSeats(api, seats, [...deals, ...twins.slice(2)])
  await work(60)
  await workOfTwins(40)
  await invoiceSome(api, random, deals)
  await invoiceTwins(api, random, twins)
  await changeSeats(api, seats, deals)
  await changePrices(api, random, offers)
  await work(25)
  await workOfTwins(20)
  const chance = { organizationId, random }
  for (let count = 0; count < 5; count += 1) await rejectAny(api, database, chance)
  await withdrawAny(api, database, chance)
  await settleUntil(database, organizationId, new Date('2026-06-20'))
  await correct(6)
  if (random.chance(60)) {
    const target = { targetModel: 'gpt-4o', targetProvider: 'openai' }
    const source = { sourceModel: 'house-model', sourceProvider: 'in-house' }
    await must(api.post('/v1/events/map-model', { ...source, ...target }))
  }
  const plans = randomFrom((Number(tag) || 1) + 2_000)
  const successors = await changePlans(api, plans, { offers, deals: [...deals, ...twins.slice(2)] })
  await invoiceSome(api, random, deals)
  await invoiceSome(api, plans, successors)
  await invoiceTwins(api, random, twins)
  await correct(4)
  return { customers }
}
