import type { DemoCustomer } from './customers.ts'
import { PLANS, type Plan } from './plans.ts'
import { randomOf } from './random.ts'
import { AGENTS, type Agent, type Call, type Signal, UNKNOWN_MODEL } from './work.ts'

/** Days of one month in UTC, and the number of months since the customer's start. */
export type UsageTime = { days: readonly Temporal.PlainDate[]; until: number; age: number }

const MINUTES = { from: 7 * 60, length: 12 * 60 }
const MINUTE_MS = 60_000
const ON_A_WEEKEND = 0.3
const SATURDAY = 6
/** Share of jobs that use the agent's first signal. */
const FIRST_SIGNAL = 0.85
/** Share of tickets that use the tuned model, for customers who try it. */
const WITH_UNKNOWN_MODEL = 0.15
const TRY_THE_TUNED_MODEL = new Set(['wideworld', 'tailspin', 'margie'])

/** Returns a customer's agent usage on some days as API records; deterministic. */
export function usageOf(customer: DemoCustomer, { days, until, age }: UsageTime): unknown[] {
  const plan: Plan = PLANS[customer.plan]
  const agent = AGENTS.find(({ agentCode }) => agentCode === plan.agentCode)
  if (!agent) throw new Error(`No agent does the work of ${plan.name}`)
  const jobs = customer.jobs * customer.growth ** age
  return days.flatMap((day) => {
    const random = randomOf(`${customer.externalId} ${day}`)
    const expected = jobs * (day.dayOfWeek >= SATURDAY ? ON_A_WEEKEND : 1) * (0.7 + 0.6 * random())
    const midnight = day.toZonedDateTime('UTC').epochMilliseconds
    return Array.from({ length: Math.floor(expected + random()) }, (_, index) => {
      const minute = MINUTES.from + random() * MINUTES.length
      const usedAt = midnight + Math.floor(minute * MINUTE_MS)
      const key = `${customer.externalId}-${day}-${index}`
      return { usedAt, record: recordOf({ customer, agent, key, usedAt, random }) }
    }).flatMap(({ usedAt, record }) => (usedAt < until ? [record] : []))
  })
}

type Job = {
  customer: DemoCustomer
  agent: Agent
  key: string
  usedAt: number
  random: () => number
}

function recordOf({ customer, agent, key, usedAt, random }: Job): unknown {
  const [first, second] = agent.signals
  const signal = random() < FIRST_SIGNAL ? first : second
  if (!signal) throw new Error(`${agent.name} has no second signal`)
  const quantity = Math.max(1, Math.round(signal.units * (0.4 + 1.2 * random())))
  const effort = (customer.effort ?? 1) * (0.6 + 0.8 * random())
  const isUnknown = TRY_THE_TUNED_MODEL.has(customer.externalId) && random() < WITH_UNKNOWN_MODEL
  return {
    customerExternalId: customer.externalId,
    agentCode: agent.agentCode,
    signalName: signal.shortName,
    quantity,
    usageDate: new Date(usedAt).toISOString(),
    idempotencyKey: key,
    runId: `run-${key}`,
    ...(isUnknown
      ? { ...UNKNOWN_MODEL, inputTokens: 4_000, outputTokens: 600 }
      : { services: servicesOf(signal, quantity, effort) }),
    metadata: { job: key, region: customer.country },
  }
}

function servicesOf({ calls }: Signal, quantity: number, effort: number): unknown[] {
  return calls.map((call) => serviceOf(call, quantity, effort))
}

function serviceOf(call: Call, quantity: number, effort: number): unknown {
  const { model, modelProvider } = call
  if (call.quantity !== undefined) {
    return { model, modelProvider, quantity: Math.max(1, Math.round(call.quantity * quantity)) }
  }
  const inputTokens = Math.round((call.inputTokens ?? 0) * quantity * effort)
  return {
    model,
    modelProvider,
    quantity,
    inputTokens,
    outputTokens: Math.round((call.outputTokens ?? 0) * quantity * effort),
    ...(call.cached === undefined
      ? {}
      : { cacheReadTokens: Math.round(inputTokens * call.cached) }),
  }
}
