/** Changes facts that earnings follow from, in random ways, through the API. */
import { expect } from 'vitest'
import { rebuildRollups } from '../../src/features/usage/rebuild-rollups.ts'
import type { Api, TestApp } from '../support/app.ts'
import {
  type Fields,
  givenAgent,
  givenCustomer,
  givenDiscount,
  givenPlan,
  givenSignal,
  givenStrategies,
  givenTaxRate,
  includedIn,
  SUBSCRIPTIONS,
  strategiesOf,
} from '../support/given.ts'
import { llm, sms } from '../support/usage.ts'
import { correctAny } from './correct.ts'
import type { Random } from './random.ts'
import { rejectAny, withdrawAny } from './reject.ts'

const DAY_MS = 86_400_000
const ZONES = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland']

type Offer = {
  agentId: string
  agentCode: string
  planId: string
  /** Another plan of the agent, with the same signals. */
  largePlanId: string
  signalIds: string[]
}

/** An organization in which a random generator decides what happens. */
export type World = {
  t: TestApp
  api: Api
  organizationId: string
  random: Random
  offers: readonly Offer[]
  customers: { id: string; externalId: string }[]
  /** Kinds of changes that are still to come before all are dealt again. */
  deck: string[]
}

/** A change; returns whether it was accepted. */
type Change = (world: World) => Promise<boolean>

function isAccepted({ status, body }: { status: number; body: unknown }): boolean {
  expect(status, JSON.stringify(body)).toBeLessThan(500)
  return status < 300
}

const timing = (random: Random) => ({ billTiming: random.pick(['arrears', 'advance']) })
const rate = (random: Random) => `0.${random.integer(1, 99_999)}`

/** Tiers of one of the models that have some; a pool has no flat fees. */
function tiers(random: Random, pricingModel: string): Fields {
  const bound = random.integer(3, 12)
  const tier = () => ({
    rate: rate(random),
    ...(pricingModel !== 'credit_pool' && random.chance(50) && { flatFee: rate(random) }),
  })
  return {
    tiers: [
      { lower: 0, upper: bound, ...tier() },
      { lower: bound, upper: null, ...tier() },
    ],
  }
}

function priceFields(random: Random, pricingModel: string | null): Fields {
  if (pricingModel === 'package') return { rate: rate(random), packageSize: random.integer(1, 7) }
  const hasRate = pricingModel === 'flat' || pricingModel === null
  return hasRate ? { rate: rate(random) } : tiers(random, pricingModel)
}

function usagePrice(random: Random, signalId: string | undefined): Fields {
  const pricingModel = random.pick(['flat', 'package', 'graduated', 'volume', 'credit_pool'])
  return { chargeType: 'usage', signalId, pricingModel, ...priceFields(random, pricingModel) }
}

async function givenOffer(api: Api, random: Random): Promise<Offer> {
  const { id: agentId, agentCode } = await givenAgent(api)
  const signalIds: string[] = []
  for (const name of ['ticket', 'call', 'unpriced']) {
    // What is provisional settles when the clock moves.
    const settlementDays = name === 'call' ? 20 : 0
    signalIds.push((await givenSignal(api, { agentId, name, settlementDays })).id)
  }
  const currency = random.pick(['EUR', 'JPY', 'USD'])
  const { id: planId } = await givenPlan(api, { agentId, currency })
  const prices = [
    usagePrice(random, signalIds[0]),
    usagePrice(random, signalIds[1]),
    { chargeType: 'recurring', rate: `${random.integer(1, 50)}.37`, ...timing(random) },
    { chargeType: 'seat_based', rate: '7.01', ...timing(random) },
    { chargeType: 'onetime', rate: '99.99' },
  ]
  await givenStrategies(api, planId, ...prices.filter((_, at) => at < 3 || random.chance(70)))
  const { id: largePlanId } = await givenPlan(api, { agentId, currency })
  await givenStrategies(
    api,
    largePlanId,
    usagePrice(random, signalIds[0]),
    { chargeType: 'recurring', rate: `${random.integer(50, 90)}.11` },
    { chargeType: 'onetime', rate: '49.99' },
  )
  return { agentId, agentCode, planId, largePlanId, signalIds }
}

const nowOf = ({ t, organizationId }: World) => t.dependencies.clock.now(organizationId)

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** A time before the present. */
function pastTime(world: World, daysBack: number): number {
  return nowOf(world).getTime() - world.random.integer(60, daysBack * 86_400) * 1_000
}

async function rowsOf<Row>({ t, organizationId }: World, query: string): Promise<Row[]> {
  return (await t.database.pool.query(query, [organizationId])).rows
}

type Deal = { id: string; customer_id: string; plan_id: string; start_date: string }

async function pickDeal(world: World): Promise<Deal | undefined> {
  const deals = await rowsOf<Deal>(
    world,
    `select id, customer_id, plan_id, start_date from subscriptions
     where organization_id = $1 and deleted_at is null order by id`,
  )
  return deals.length === 0 ? undefined : world.random.pick(deals)
}

const pickCustomer = ({ random, customers }: World) => random.pick(customers).id

function randomTerms(world: World): Fields {
  const { random } = world
  const start = pastTime(world, random.chance(30) ? 220 : 90)
  const cycle = random.pick<Fields>([
    { billingCycle: 'monthly' },
    { billingCycle: 'monthly', billingDay: random.integer(1, 31) },
    { billingCycle: 'yearly' },
    { billingCycle: 'custom', customCycleDays: random.integer(5, 70) },
  ])
  const end = start + random.integer(5, 200) * DAY_MS
  return {
    startDate: dateOf(start),
    ...(random.chance(30) ? { endDate: dateOf(end) } : {}),
    ...(random.chance(50) ? { timezone: random.pick(ZONES) } : {}),
    seatsCount: random.integer(0, 4),
    ...cycle,
  }
}

async function subscribe(world: World, customerId: string): Promise<boolean> {
  const { planId, agentId } = world.random.pick(world.offers)
  const body = { name: 'Main', customerId, planId, agentId, ...randomTerms(world) }
  return isAccepted(await world.api.post(SUBSCRIPTIONS, body))
}

async function newCustomer(world: World): Promise<boolean> {
  const { api, random, customers } = world
  const externalId = `customer-${customers.length + 1}`
  const fields = { externalId, email: `${externalId}@x.test`, timezone: random.pick(ZONES) }
  const { id } = await givenCustomer(api, fields)
  customers.push({ id, externalId })
  if (random.chance(80)) await subscribe(world, id)
  return true
}

async function use(world: World, usageDate: string): Promise<boolean> {
  const { api, random, customers, offers } = world
  const work = {
    customerExternalId: random.pick(customers).externalId,
    agentCode: random.pick(offers).agentCode,
    signalName: random.pick(['ticket', 'ticket', 'call', 'unpriced']),
    quantity: random.integer(0, 9),
    usageDate,
  }
  const unknown = { model: `model-${random.integer(1, 9)}`, modelProvider: 'in-house' }
  const record = random.pick([() => llm(work), () => sms(work), () => llm({ ...work, ...unknown })])
  return isAccepted(await api.record(record()))
}

const recordUsage: Change = async (world) => {
  const count = world.random.integer(1, 6)
  for (let at = 0; at < count; at += 1) {
    await use(world, new Date(pastTime(world, world.random.pick([3, 40, 150]))).toISOString())
  }
  return true
}

type Billed = { id: string; period_start: Date; period_end: Date }

async function pickInvoice(world: World, condition: string): Promise<Billed | undefined> {
  const invoices = await rowsOf<Billed>(
    world,
    `select id, period_start, period_end from invoices
     where organization_id = $1 and ${condition} order by id`,
  )
  return invoices.length === 0 ? undefined : world.random.pick(invoices)
}

const recordLateUsage: Change = async (world) => {
  const invoice = await pickInvoice(world, `status not in ('draft', 'void')`)
  if (!invoice) return false
  const start = invoice.period_start.getTime()
  const end = Math.min(invoice.period_end.getTime(), nowOf(world).getTime())
  if (start >= end) return false
  return use(world, new Date(world.random.integer(start, end - 1)).toISOString())
}

const mapModel: Change = async ({ api, random }) => {
  const source = { sourceModel: `model-${random.integer(1, 9)}`, sourceProvider: 'in-house' }
  const target = { targetModel: 'gpt-4o', targetProvider: 'openai' }
  return isAccepted(await api.post('/v1/events/map-model', { ...source, ...target }))
}

const rejectUsage: Change = ({ t, api, organizationId, random }) =>
  rejectAny(api, t.database, { organizationId, random })

const withdrawRejection: Change = ({ t, api, organizationId, random }) =>
  withdrawAny(api, t.database, { organizationId, random })

const correctUsage: Change = ({ t, api, organizationId, random }) =>
  correctAny(api, t.database, { organizationId, random })

const rebuild: Change = async (world) => {
  const { t, organizationId } = world
  const customerId = pickCustomer(world)
  await rebuildRollups(t.dependencies.db, { organizationId, customerId }, t.dependencies.now())
  return true
}

type Strategy = { id: string; plan_id: string; is_active: boolean; pricing_model: string | null }

async function pickStrategy(world: World): Promise<Strategy> {
  return world.random.pick(
    await rowsOf<Strategy>(
      world,
      `select id, plan_id, is_active, pricing_model from pricing_strategies
       where organization_id = $1 and deleted_at is null order by id`,
    ),
  )
}

const urlOf = ({ plan_id: planId, id }: Strategy) => `${strategiesOf(planId)}/${id}`

const changePrice: Change = async (world) => {
  const { api, random } = world
  const strategy = await pickStrategy(world)
  const price = priceFields(random, strategy.pricing_model)
  return isAccepted(await api.patch(urlOf(strategy), price))
}

/** A day around the periods that deals have, in the past or ahead. */
const someDay = (world: World) =>
  dateOf(pastTime(world, 150) + world.random.pick([0, 0, 90]) * DAY_MS)

const addPrice: Change = async (world) => {
  const { api, random } = world
  const strategy = await pickStrategy(world)
  return isAccepted(
    await api.post(`${urlOf(strategy)}/prices`, {
      effectiveFrom: someDay(world),
      audience: random.pick(['everyone', 'new']),
      ...priceFields(random, strategy.pricing_model),
    }),
  )
}

const removePrice: Change = async (world) => {
  const { api, random } = world
  const rows = await rowsOf<{ id: string; strategy_id: string; plan_id: string }>(
    world,
    `select p.id, p.strategy_id, s.plan_id from strategy_prices p
     join pricing_strategies s on s.id = p.strategy_id where p.organization_id = $1
     order by p.effective_from desc, p.id limit 4`,
  )
  if (rows.length === 0) return false
  const { id, strategy_id: strategyId, plan_id: planId } = random.pick(rows)
  return isAccepted(await api.delete(`${strategiesOf(planId)}/${strategyId}/prices/${id}`))
}

const changePrices: Change = async (world) => {
  const { api, random } = world
  const { planId } = random.pick(world.offers)
  const ahead = nowOf(world).getTime() + random.integer(1, 90) * DAY_MS
  return isAccepted(
    await api.post('/v1/price-changes', {
      planIds: [planId],
      percent: random.integer(1, 40),
      effectiveFrom: random.chance(50) ? someDay(world) : dateOf(ahead),
      audience: random.pick(['everyone', 'new']),
      decimals: 6,
    }),
  )
}

const withdrawChange: Change = async (world) => {
  const rows = await rowsOf<{ change_id: string }>(
    world,
    'select distinct change_id from strategy_prices where organization_id = $1 order by change_id',
  )
  if (rows.length === 0) return false
  const { change_id: id } = world.random.pick(rows)
  return isAccepted(await world.api.delete(`/v1/price-changes/${id}`))
}

const addOwnPrice: Change = async (world) => {
  const { api, random } = world
  const deal = await pickDeal(world)
  const strategy = await pickStrategy(world)
  if (deal?.plan_id !== strategy.plan_id) return false
  const price = random.chance(25)
    ? { usePlanPrice: true }
    : priceFields(random, strategy.pricing_model)
  const effectiveFrom = random.chance(30) ? null : someDay(world)
  const url = `${SUBSCRIPTIONS}/${deal.id}/prices/${strategy.id}`
  return isAccepted(await api.post(url, { effectiveFrom, ...price }))
}

const removeOwnPrice: Change = async (world) => {
  const { api, random } = world
  const rows = await rowsOf<{ id: string; strategy_id: string; subscription_id: string }>(
    world,
    `select id, strategy_id, subscription_id from subscription_prices
     where organization_id = $1 order by effective_from desc nulls last, id limit 4`,
  )
  if (rows.length === 0) return false
  const { id, strategy_id: strategyId, subscription_id: subscriptionId } = random.pick(rows)
  return isAccepted(
    await api.delete(`${SUBSCRIPTIONS}/${subscriptionId}/prices/${strategyId}/${id}`),
  )
}

const switchTiming: Change = async (world) => {
  const strategy = await pickStrategy(world)
  return isAccepted(await world.api.patch(urlOf(strategy), timing(world.random)))
}

const moveSignal: Change = async (world) => {
  const { api, random, offers } = world
  const strategy = await pickStrategy(world)
  const offer = offers.find(({ planId }) => planId === strategy.plan_id)
  const signalId = random.pick(offer?.signalIds ?? [])
  return isAccepted(await api.patch(urlOf(strategy), { signalId }))
}

const switchPrice: Change = async (world) => {
  const strategy = await pickStrategy(world)
  return isAccepted(await world.api.patch(urlOf(strategy), { isActive: !strategy.is_active }))
}

const replacePrice: Change = async (world) => {
  const { api, random, offers } = world
  const strategy = await pickStrategy(world)
  const deleted = await api.delete(urlOf(strategy))
  const offer = offers.find(({ planId }) => planId === strategy.plan_id)
  const usage = usagePrice(random, random.pick(offer?.signalIds ?? []))
  const price = random.pick<Fields>([usage, { chargeType: 'recurring', rate: '5.01' }])
  await api.post(strategiesOf(strategy.plan_id), [price])
  return isAccepted(deleted)
}

const switchIncluded: Change = async (world) => {
  const { api, random, offers } = world
  const { planId, signalIds } = random.pick(offers)
  const signalId = random.pick(signalIds)
  const excluded = await api.delete(`${includedIn(planId)}/${signalId}`)
  if (excluded.status === 204) return true
  return isAccepted(await api.post(includedIn(planId), { signalId }))
}

const changeDeal =
  (fieldsOf: (world: World, deal: Deal) => Fields): Change =>
  async (world) => {
    const deal = await pickDeal(world)
    if (!deal) return false
    return isAccepted(await world.api.patch(`${SUBSCRIPTIONS}/${deal.id}`, fieldsOf(world, deal)))
  }

const shiftedDate = (date: string, months: number) =>
  Temporal.PlainDate.from(date).add({ months }).toString()

const moveDates: Change = async (world) => {
  const deal = await pickDeal(world)
  if (!deal) return false
  const { random } = world
  const next = nowOf(world).getTime() + random.integer(1, 40) * DAY_MS
  const dates = random.pick<Fields>([
    { nextInvoiceDate: dateOf(next) },
    { billingDay: random.integer(1, 31) },
  ])
  return isAccepted(await world.api.patch(`${SUBSCRIPTIONS}/${deal.id}/invoice-dates`, dates))
}

const deleteDeal: Change = async (world) => {
  const deal = await pickDeal(world)
  return deal !== undefined && isAccepted(await world.api.delete(`${SUBSCRIPTIONS}/${deal.id}`))
}

const rezone: Change = async (world) => {
  const id = pickCustomer(world)
  const timezone = world.random.pick(ZONES)
  return isAccepted(await world.api.patch(`/v1/customers/${id}`, { timezone }))
}

const generate: Change = async (world) => {
  const deal = await pickDeal(world)
  if (!deal) return false
  const { api, random } = world
  const start = pastTime(world, 150)
  const from = random.pick([start, Date.parse(deal.start_date)])
  const time = random.chance(30) ? random.integer(0, 86_399) * 1_000 : 0
  const end = new Date(from + random.integer(1, 45) * DAY_MS + time).toISOString()
  const window = random.pick<Fields>([
    {},
    { billingPeriodStart: dateOf(from) },
    { billingPeriodStart: dateOf(from), billingPeriodEnd: end },
  ])
  const ids = { customerId: deal.customer_id, subscriptionId: deal.id }
  const draft = await api.post('/v1/invoices/generate', { ...ids, ...window })
  if (!isAccepted(draft)) return false
  if (random.chance(70)) await api.post(`/v1/invoices/${draft.body.id}/send`, undefined)
  return true
}

const onInvoice =
  (condition: string, act: (world: World, id: string) => Promise<boolean>): Change =>
  async (world) => {
    const invoice = await pickInvoice(world, condition)
    return invoice !== undefined && act(world, invoice.id)
  }

async function pay({ api }: World, id: string): Promise<boolean> {
  const { body } = await api.get(`/v1/invoices/${id}`)
  const payment = { amount: body.amountDue, method: 'cash' }
  return isAccepted(await api.post(`/v1/invoices/${id}/payments`, payment))
}

/** Changes the plan by a successor: on a day of the current period, or later. */
const changePlanFrom: Change = async (world) => {
  const { api, random, offers } = world
  const deal = await pickDeal(world)
  const offer = offers.find(({ planId, largePlanId }) =>
    [planId, largePlanId].includes(deal?.plan_id ?? ''),
  )
  if (!deal || !offer) return false
  const planId = deal.plan_id === offer.planId ? offer.largePlanId : offer.planId
  const day = dateOf(nowOf(world).getTime() + random.integer(-20, 20) * DAY_MS)
  const body = {
    planId,
    when: random.pick(['now', 'period_end', day, day]),
    ...(random.chance(30) && { seatsCount: random.integer(0, 9) }),
    chargeOnetime: random.chance(30),
  }
  return isAccepted(await api.post(`${SUBSCRIPTIONS}/${deal.id}/plan-change`, body))
}

const takeBackPlan: Change = async (world) => {
  const rows = await rowsOf<{ id: string }>(
    world,
    `select id from subscriptions
     where organization_id = $1 and deleted_at is null and replaced_by_id is not null order by id`,
  )
  if (rows.length === 0) return false
  const { id } = world.random.pick(rows)
  return isAccepted(await world.api.delete(`${SUBSCRIPTIONS}/${id}/plan-change`))
}

/** Each kind of change, and how often it happens in comparison to others. */
const changeSeatsFrom: Change = async (world) => {
  const { api, random } = world
  const deal = await pickDeal(world)
  if (!deal) return false
  const from = dateOf(pastTime(world, 150) + random.pick([0, 0, 0, 90]) * DAY_MS)
  const body = { seatsCount: random.integer(0, 9), from }
  return isAccepted(await api.post(`${SUBSCRIPTIONS}/${deal.id}/seats`, body))
}

const CHANGES: Record<string, { weight: number; change: Change }> = {
  recordUsage: { weight: 5, change: recordUsage },
  recordLateUsage: { weight: 3, change: recordLateUsage },
  mapModel: { weight: 2, change: mapModel },
  rejectUsage: { weight: 2, change: rejectUsage },
  withdrawRejection: { weight: 1, change: withdrawRejection },
  correctUsage: { weight: 4, change: correctUsage },
  rebuild: { weight: 1, change: rebuild },
  changePrice: { weight: 2, change: changePrice },
  addPrice: { weight: 5, change: addPrice },
  removePrice: { weight: 2, change: removePrice },
  changePrices: { weight: 4, change: changePrices },
  withdrawChange: { weight: 5, change: withdrawChange },
  addOwnPrice: { weight: 6, change: addOwnPrice },
  removeOwnPrice: { weight: 6, change: removeOwnPrice },
  switchTiming: { weight: 4, change: switchTiming },
  moveSignal: { weight: 2, change: moveSignal },
  switchPrice: { weight: 2, change: switchPrice },
  switchIncluded: { weight: 2, change: switchIncluded },
  replacePrice: { weight: 1, change: replacePrice },
  newCustomer: { weight: 1, change: newCustomer },
  subscribe: {
    weight: 3,
    change: (world) => subscribe(world, pickCustomer(world)),
  },
  changeSeats: {
    weight: 3,
    change: changeDeal(({ random }) => ({ seatsCount: random.integer(0, 9) })),
  },
  changeSeatsFrom: { weight: 6, change: changeSeatsFrom },
  changePlanFrom: { weight: 6, change: changePlanFrom },
  takeBackPlan: { weight: 2, change: takeBackPlan },
  changeStart: {
    weight: 2,
    change: changeDeal(({ random }, { start_date: date }) => {
      return { startDate: shiftedDate(date, random.pick([-2, -1, 1])) }
    }),
  },
  changeEnd: {
    weight: 2,
    change: changeDeal((world, { start_date: date }) => {
      const end = Date.parse(date) + world.random.integer(1, 250) * DAY_MS
      const keepAdvance = world.random.chance(20)
      return { endDate: world.random.chance(30) ? null : dateOf(end), keepAdvance }
    }),
  },
  changeTerms: { weight: 5, change: changeDeal((world) => randomTerms(world)) },
  changePlan: {
    weight: 2,
    change: changeDeal(({ random, offers }) => {
      const { planId, agentId } = random.pick(offers)
      return { planId, agentId }
    }),
  },
  changeCustomer: {
    weight: 3,
    change: changeDeal((world) => ({ customerId: pickCustomer(world) })),
  },
  addProration: {
    weight: 1,
    change: changeDeal(({ random }) => ({ proratedAmount: random.integer(-90, 40) })),
  },
  moveDates: { weight: 2, change: moveDates },
  deleteDeal: { weight: 2, change: deleteDeal },
  rezone: { weight: 2, change: rezone },
  generate: { weight: 8, change: generate },
  send: {
    weight: 9,
    change: onInvoice(`status = 'draft'`, async ({ api }, id) =>
      isAccepted(await api.post(`/v1/invoices/${id}/send`, undefined)),
    ),
  },
  voidInvoice: {
    weight: 4,
    change: onInvoice(`status <> 'void'`, async ({ api }, id) =>
      isAccepted(await api.post(`/v1/invoices/${id}/void`, undefined)),
    ),
  },
  pay: { weight: 1, change: onInvoice(`status in ('issued', 'overdue')`, pay) },
  addDiscount: {
    weight: 1,
    change: async (world) => {
      await givenDiscount(world.api, { customerId: pickCustomer(world) })
      return true
    },
  },
  moveClock: {
    weight: 2,
    change: async (world) => {
      const now = new Date(nowOf(world).getTime() + world.random.integer(1, 35) * DAY_MS)
      return isAccepted(await world.api.post('/v1/test-clock', { now: now.toISOString() }))
    },
  },
}

export const KINDS_OF_CHANGES: readonly string[] = Object.keys(CHANGES)

const DECK = Object.entries(CHANGES).flatMap(([kind, { weight }]) => Array(weight).fill(kind))

/** Makes one random change. The API refuses some of them. */
export async function makeRandomChange(world: World) {
  const { random, deck } = world
  if (deck.length === 0) deck.push(...DECK)
  const [kind = ''] = deck.splice(random.integer(0, deck.length - 1), 1)
  return { kind, isAccepted: (await CHANGES[kind]?.change(world)) ?? false }
}

/** Creates an organization's offers and some customers with subscriptions and usage. */
export async function makeSmallWorld(
  t: TestApp,
  { api, organizationId, random }: Pick<World, 'api' | 'organizationId' | 'random'>,
): Promise<World> {
  const offers = [await givenOffer(api, random), await givenOffer(api, random)]
  const isInclusive = random.chance(50)
  await givenTaxRate(api, { name: 'VAT', percentage: 7, isDefault: true, isInclusive })
  const world = { t, api, organizationId, random, offers, customers: [], deck: [] }
  for (let count = 0; count < 3; count += 1) await newCustomer(world)
  for (let count = 0; count < 4; count += 1) await recordUsage(world)
  return world
}
