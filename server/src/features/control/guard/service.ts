import type { Pool } from 'pg'
import { type Decimal, decimalFromInteger, ZERO } from '../../../domain/money.ts'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import { decimalOf } from '../../../domain/sent-decimal.ts'
import { isDatabaseUnreachable, isRetryable } from '../../../platform/database/errors.ts'
import type { Db } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { newId } from '../../../platform/id.ts'
import type { AuditEntry } from '../../audit-log/entries.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { withExternalIds } from '../../customers/external-ids.ts'
import { refuseUnknown, withCustomerId } from '../../customers/named-customer.ts'
import { getHold, listOpenHolds, releaseHold } from '../../holds/open-holds.ts'
import { signalKey } from '../../signals/service.ts'
import type { Directories } from '../../usage/batch/identities.ts'
import { parseWork } from '../../usage/batch/parse-record.ts'
import { costRecord, type FindPrices } from '../../usage/costs/cost-record.ts'
import { type BudgetDeps, budgetsOfCustomer, pricedFor } from '../state/budgets-of-customer.ts'
import { askedUses, customerState } from '../state/customer-state.ts'
import { type StateRow, stateStatement } from '../state/state-statement.ts'
import { judge } from './answer-ask.ts'
import { decisionBody } from './decision-body.ts'
import type { Guard } from './guard-lane.ts'
import { holdBody } from './hold-body.ts'
import { undecided } from './in-time.ts'
import type {
  GuardCheckCreate,
  GuardDecision,
  GuardHoldCreate,
  GuardHoldExtend,
  Hold,
  HoldList,
  HoldListQuery,
} from './schemas.ts'

export type GuardServiceDeps = BudgetDeps & {
  db: Db
  /** With short time limits: a run waits for the answer. */
  pool: Pool
  guard: Guard
  directories: Directories
  findPrices: (organizationId: string) => FindPrices
  /** The page of the portal where customers buy credit. */
  topUpUrl: string
}

const TTL_SECONDS = 900

type Request<Body> = { organizationId: string; body: Body; audit?: AuditEntry | undefined }

/**
 * Decides if a run may start, and stores its hold durably. The agent and the signal are created if
 * they do not exist, as by a usage record; an unknown customer is `not_found`.
 */
export async function createHold(
  deps: GuardServiceDeps,
  { organizationId, body, audit }: Request<GuardHoldCreate>,
  { businessNow }: Moment,
): Promise<GuardDecision> {
  const cost = costOf(body, deps.findPrices(organizationId), businessNow)
  const customerId = await findCustomer(deps, organizationId, body)
  const { agentId, signalId } = await provision(deps, organizationId, body)
  const { quantity = 1, runId, ttlSeconds = TTL_SECONDS } = body
  const answer = await deps.guard.ask({
    kind: 'hold',
    organizationId,
    customerId,
    runId,
    agentId,
    signalId,
    cost,
    quantity: decimalFromInteger(quantity),
    ttlMs: ttlSeconds * 1_000,
    audit,
  })
  return decisionBody(answer, deps.topUpUrl)
}

/** Decides again for a run that goes on. A block leaves its hold as it was. */
export async function extendHold(
  deps: GuardServiceDeps,
  { key, body, audit }: { key: ScopedId; body: GuardHoldExtend; audit?: AuditEntry | undefined },
): Promise<GuardDecision> {
  const { customerId, runId } = await getHold(deps.db, key)
  const { ttlSeconds = TTL_SECONDS } = body
  const answer = await deps.guard.ask({
    kind: 'extend',
    organizationId: key.organizationId,
    customerId,
    runId,
    costSoFar: usdOf('costSoFarUsd', body.costSoFarUsd),
    nextCost: usdOf('nextCostUsd', body.nextCostUsd),
    ttlMs: ttlSeconds * 1_000,
    audit,
  })
  return decisionBody(answer, deps.topUpUrl)
}

/** Answers like `createHold`, without a hold and without a lock. */
export async function checkRun(
  deps: GuardServiceDeps,
  { organizationId, body }: Request<GuardCheckCreate>,
  moment: Moment,
): Promise<GuardDecision> {
  const cost = costOf(body, deps.findPrices(organizationId), moment.businessNow)
  const customerId = await findCustomer(deps, organizationId, body)
  const scope = await findScope(deps, organizationId, body)
  const { now } = moment
  const customer = { organizationId, customerId }
  const budgets = await budgetsOfCustomer(deps, customer, moment)
  const { uses, placeOf } = askedUses(budgets)
  const rows = await readState(deps.pool, { ...customer, uses, runIds: [], ...moment })
  const priced = await pricedFor(deps, customer, { budgets, ...moment })
  const state = customerState(rows, { placeOf, customerId, now, priced })
  const asked = { cost, quantity: decimalFromInteger(body.quantity ?? 1) }
  const judged = judge({ state, budgets, now, newId }, { own: undefined, scope, asked })
  const { decision, reason } = judged
  const { negativeCredit } = state
  const answer = { decision, reason, judged, negativeCredit, hold: null, asOf: now }
  return decisionBody(answer, deps.topUpUrl)
}

async function readState(
  pool: Pool,
  question: Parameters<typeof stateStatement>[0],
): Promise<StateRow[]> {
  try {
    return (await pool.query<StateRow>(stateStatement(question))).rows
  } catch (error) {
    throw isDatabaseUnreachable(error) || isRetryable(error) ? undecided() : error
  }
}

export async function releaseRun(db: Db, key: ScopedId, now: Date): Promise<Hold> {
  const hold = await releaseHold(db, key, now)
  const [named] = await withExternalIds(db, key.organizationId, [hold])
  return named ? holdBody(named, now) : notFound('Hold')
}

export async function readHold(db: Db, key: ScopedId, now: Date): Promise<Hold> {
  const [named] = await withExternalIds(db, key.organizationId, [await getHold(db, key)])
  return named ? holdBody(named, now) : notFound('Hold')
}

export async function listHolds(
  db: Db,
  organizationId: string,
  query: HoldListQuery,
  now: Date,
): Promise<HoldList> {
  const page = pageOf(query)
  const { customerId, agentId, runId } = await withCustomerId(db, organizationId, query)
  const filter = { organizationId, customerId, agentId, runId }
  const { rows, total } = await listOpenHolds(db, filter, page, now)
  const named = await withExternalIds(db, organizationId, rows)
  return listAnswer(
    page,
    named.map((hold) => holdBody(hold, now)),
    total,
  )
}

async function findCustomer(
  { directories }: GuardServiceDeps,
  organizationId: string,
  { customerExternalId }: GuardCheckCreate,
): Promise<string> {
  return (
    (await directories.customers.find(organizationId, customerExternalId)) ??
    refuseUnknown(customerExternalId)
  )
}

/** Finds the agent and the signal without creating them. */
async function findScope(
  { directories: { agents, signals } }: GuardServiceDeps,
  organizationId: string,
  { agentCode, signalName }: GuardCheckCreate,
) {
  const agentId = await agents.find(organizationId, agentCode)
  if (agentId === undefined || signalName === undefined) return { agentId, signalId: null }
  const signalId = await signals.find(organizationId, signalKey(agentId, signalName))
  // A signal that does not exist yet is in no budget of another signal.
  return { agentId, signalId: signalId ?? NO_SIGNAL }
}

/** The id of no signal. */
const NO_SIGNAL = '00000000-0000-0000-0000-000000000000'

async function provision(
  { directories: { agents, signals } }: GuardServiceDeps,
  organizationId: string,
  { agentCode, signalName }: GuardHoldCreate,
): Promise<{ agentId: string; signalId: string | null }> {
  const agentId = await provisioned(agents, organizationId, agentCode)
  if (signalName === undefined) return { agentId, signalId: null }
  const key = signalKey(agentId, signalName)
  return { agentId, signalId: await provisioned(signals, organizationId, key) }
}

async function provisioned(
  directory: Directories['agents'],
  organizationId: string,
  key: string,
): Promise<string> {
  const known = directory.peek(organizationId, key)
  if (known !== undefined) return known
  await directory.provision(organizationId, [key])
  // A concurrent rename empties the cache; the caller retries.
  return directory.peek(organizationId, key) ?? refuseChanging()
}

function refuseChanging(): never {
  throw new AppError('changed_meanwhile', 'The agent or the signal was changed; retry')
}

/** Returns what a run is to cost in USD. */
function costOf(body: GuardCheckCreate, findPrices: FindPrices, businessNow: Date): Decimal {
  const { estimatedCostUsd, services } = body
  if ((estimatedCostUsd === undefined) === (services === undefined)) {
    throw new AppError('invalid', ['Send either estimatedCostUsd or services'])
  }
  if (estimatedCostUsd !== undefined) return usdOf('estimatedCostUsd', estimatedCostUsd)
  const work = parseWork({ services, quantity: 1 })
  if (work.problems.length > 0) throw new AppError('invalid', work.problems)
  const cost = costRecord(work.services, businessNow.getTime(), findPrices)
  if (cost.status === 'PROCESSED') return cost.usageCost
  const reasons = [...new Set(cost.uncosted.map(({ explanation }) => explanation))]
  throw new AppError('inconsistent', `The cost of services is not known: ${reasons.join('; ')}`)
}

function usdOf(field: string, sent: number | string): Decimal {
  const amount = decimalOf(sent)
  if (amount?.gte(ZERO)) return amount
  throw new AppError('invalid', [`${field} must be a decimal of at least 0, such as 0.40`])
}
