import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../random.ts'
import type { Client } from './client.ts'
import { OFFERS, type Offer } from './offers.ts'

/** A subscription, with what is needed to record its usage and to bill it. */
export type Deal = {
  customerId: string
  customerExternalId: string
  subscriptionId: string
  agentCode: string
  signals: readonly string[]
  /** True if its invoices are charged to a saved card. */
  isCollected: boolean
}

/** The data that the load works on. */
export type Organization = {
  deals: Deal[]
  /** Business time that the client last asked the clock to move to. */
  businessNow: Date
  /** True if that request was not answered, so the clock may still be moving. */
  isMoving: boolean
}

type Body = Record<string, unknown>
type Create = (path: string, body: object) => Promise<{ id: string }>

const DAY_MS = 86_400_000
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']
const NET_TERMS = [0, 7, 14, 30]
const AT_ONCE = 6

/** Creates plans of all kinds and customers subscribed to them, through the API alone. */
export async function createOrganization(
  client: Client,
  { seed, customers }: { seed: number; customers: number },
): Promise<Organization> {
  const create = creator(client)
  const { now } = await client.get<{ now: string }>('/v1/test-clock')
  const businessNow = new Date(now)
  const offers: Plan[] = []
  for (const offer of OFFERS) offers.push(await createOffer(create, offer))
  const extras = await createExtras(create)
  const numbers = Array.from({ length: customers }, (_, index) => index)
  const deals = await inParallel(numbers, async (number) => {
    const plans = number % 6 === 1 ? [number, number + 2] : [number]
    const chosen = plans.flatMap((plan) => offers[plan % offers.length] ?? [])
    const random = createRandom(seed, `customer ${number}`)
    return createCustomer({ create, random, businessNow, extras }, number, chosen)
  })
  return { deals: deals.flat(), businessNow, isMoving: false }
}

function creator(client: Client): Create {
  let made = 0
  return async (path, body) => {
    made += 1
    // Setup runs only while the service is healthy, so no key is needed.
    const marker = `setup ${made}`
    const { done, refused } = await client.perform({ kind: 'setup', path, body, marker })
    const [answer] = done
    if (!answer) throw new Error(`POST ${path} ${JSON.stringify(body)} failed: ${refused}`)
    return JSON.parse(answer.text)
  }
}

type Plan = { planId: string; agentId: string; agentCode: string; signals: string[] }

async function createOffer(create: Create, { name, currency, prices }: Offer): Promise<Plan> {
  const agentCode = `agent-${name.toLowerCase()}`
  const { id: agentId } = await create('/v1/agents', { name: `${name} agent`, agentCode })
  const { id: planId } = await create('/v1/pricing-plans', { name, agentId, currency })
  const signals: string[] = []
  const strategies: Body[] = []
  for (const { signal, ...price } of prices) {
    if (signal === undefined) {
      strategies.push(price)
      continue
    }
    signals.push(signal)
    const { id: signalId } = await create('/v1/signals', { agentId, name: signal })
    strategies.push({ ...price, signalId })
  }
  await create(`/v1/pricing-plans/${planId}/pricing-strategies`, strategies)
  return { planId, agentId, agentCode, signals }
}

type Extras = { couponIds: string[]; inclusiveTaxId: string }

async function createExtras(create: Create): Promise<Extras> {
  const coupons = [
    { name: 'Welcome', percentOff: 20, duration: 'repeating', durationPeriods: 3 },
    { name: 'Sorry', amountOff: '5', currency: 'USD', duration: 'once' },
    { name: 'Thanks', percentOff: '12.5', duration: 'once' },
    { name: 'Partner', percentOff: 5, duration: 'forever' },
  ]
  const couponIds: string[] = []
  for (const coupon of coupons) couponIds.push((await create('/v1/coupons', coupon)).id)
  const added = { name: 'Sales tax', percentage: '8.25', isInclusive: false, isDefault: true }
  await create('/v1/tax-rates', added)
  const { id } = await create('/v1/tax-rates', { name: 'VAT', percentage: 7, isInclusive: true })
  return { couponIds, inclusiveTaxId: id }
}

type Making = { create: Create; random: Random; businessNow: Date; extras: Extras }

async function createCustomer(making: Making, number: number, plans: Plan[]): Promise<Deal[]> {
  const { create, extras } = making
  const customerExternalId = `customer-${number}`
  const { id: customerId } = await create('/v1/customers', {
    name: `Customer ${number}`,
    externalId: customerExternalId,
    email: `billing-${number}@example.com`,
    timezone: ZONES[number % ZONES.length],
    ...(number % 4 === 1 ? { taxRateIds: [extras.inclusiveTaxId] } : {}),
    ...(number % 9 === 4 ? { isTaxExempt: true } : {}),
  })
  const isCollected = number % 3 === 0
  const deals: Deal[] = []
  for (const { planId, agentId, agentCode, signals } of plans) {
    const { id: subscriptionId } = await create('/v1/subscriptions', {
      name: 'Deal',
      planId,
      agentId,
      customerId,
      autoCollectPayment: isCollected,
      ...termsOf(making, number),
    })
    const owner = { customerId, customerExternalId, subscriptionId }
    deals.push({ ...owner, agentCode, signals, isCollected })
  }
  const [first] = deals
  const couponId = extras.couponIds[(number >> 1) % extras.couponIds.length]
  const [whom, isGiven] =
    number % 4 === 2
      ? [{ subscriptionId: first?.subscriptionId }, true]
      : [{ customerId }, number % 2 === 0]
  if (isGiven) await create('/v1/discounts', { couponId, ...whom })
  return deals
}

function termsOf({ random, businessNow }: Making, number: number): Body {
  const day = (offset: number) =>
    new Date(businessNow.getTime() + offset * DAY_MS).toISOString().slice(0, 10)
  const isYearly = number % 11 === 5
  const isCustom = !isYearly && number % 7 === 3
  const start = isYearly ? -random.integer(330, 350) : random.integer(-70, 10)
  return {
    startDate: day(start),
    billingCycle: isYearly ? 'yearly' : isCustom ? 'custom' : 'monthly',
    ...(isCustom ? { customCycleDays: 10 } : {}),
    ...(number % 3 === 1 ? { billingDay: random.integer(1, 31) } : {}),
    ...(number % 8 === 6 ? { endDate: day(random.integer(20, 120)) } : {}),
    ...(number % 5 === 2 ? { proratedAmount: random.chance(0.5) ? '12' : '-30' } : {}),
    netTerms: random.pick(NET_TERMS),
    seatsCount: random.integer(1, 9),
  }
}

/** Processes items with bounded concurrency. */
export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      results.push(await work(item))
      await sleep(0)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
