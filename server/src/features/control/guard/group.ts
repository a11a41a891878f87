import type { Pool, PoolClient } from 'pg'
import type { Statement } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import { type AuditEntry, insertAuditEntries } from '../../audit-log/entries.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import {
  extendHoldsStatement,
  insertHoldsStatement,
  lockAccountStatement,
} from '../../holds/write-statements.ts'
import { insertDecisionsStatement } from '../decisions/insert-statement.ts'
import { type PastDecision, pastDecision } from '../decisions/past-decision.ts'
import { type BudgetDeps, budgetsOfCustomer, pricedFor } from '../state/budgets-of-customer.ts'
import { askedUses, customerState } from '../state/customer-state.ts'
import { NOTHING_PRICED, type Priced } from '../state/priced.ts'
import { type StateRow, stateStatement } from '../state/state-statement.ts'
import type { Accounts } from './accounts.ts'
import { answerAsk, type Deciding, type HoldWrite, runEnded } from './answer-ask.ts'
import type { Ask, AskResult } from './ask.ts'
import { inTime } from './in-time.ts'

export type GroupDeps = BudgetDeps & {
  pool: Pool
  clock: BusinessClock
  now: () => Date
  /** Time in milliseconds for each statement. */
  withinMs: number
  accounts: Accounts
  /** Receives the decisions that were stored; must not wait or throw. */
  onDecided: (decisions: readonly PastDecision[]) => void
  /** Receives the customers whose holds were made or raised; must not wait or throw. */
  onHeld: (customers: readonly Pick<Group, 'organizationId' | 'customerId'>[]) => void
}

/** The asks of one customer, in the order of their arrival. */
type Group = { organizationId: string; customerId: string; asks: readonly Ask[] }

/** Share of the time limit for the locks: a customer whose lock is held must not delay others. */
const LOCK_SHARE = 0.4

/**
 * Decides asks in one transaction with two round trips, and returns their results in order. The
 * first takes the account of each customer and reads its state, in this order: the state must be
 * newer than the lock. The second stores the holds and commits, durably. So decisions of a customer
 * follow one another, in any number of processes. Throws if the outcome is not known.
 */
export async function decideGroup(deps: GroupDeps, asks: readonly Ask[]): Promise<AskResult[]> {
  const groups = groupsOf(asks)
  const prepared = await Promise.all(groups.map((group) => prepare(deps, group)))
  await deps.accounts.ensure(groups)
  const client = await deps.pool.connect()
  let isClean = false
  try {
    const results = new Map<Ask, AskResult>()
    const states = await lockAndRead(client, prepared, deps.withinMs)
    // After the lock and the holds, on connections that no decision waits for.
    const priced = await inTime(
      Promise.all(prepared.map((one) => pricedFor(deps, one, one))),
      deps.withinMs,
    )
    const writes = prepared.map((one, at) => ({
      group: one,
      ...decideCustomer(
        one,
        { rows: states[at] ?? [], priced: priced[at] ?? NOTHING_PRICED },
        results,
      ),
    }))
    const audit = asks.flatMap((ask) => (isAnswered(results.get(ask)) ? (ask.audit ?? []) : []))
    const ended = await store(client, writes, { audit, now: deps.now() })
    isClean = true
    deps.onDecided(writes.flatMap(({ decisions }) => decisions))
    deps.onHeld(writes.flatMap(({ group, writes: holds }) => (holds.length > 0 ? group : [])))
    for (const ask of ended) results.set(ask, { kind: 'refused', error: runEnded() })
    return asks.map((ask) => results.get(ask) ?? absent())
  } finally {
    // A connection with an open transaction must not be used again.
    if (isClean) client.release()
    else await rollBack(client)
  }
}

const isAnswered = (result: AskResult | undefined) => result?.kind === 'answered'

function absent(): never {
  throw new Error('An ask was not decided')
}

/** In the order of the customers, in which every transaction takes their accounts. */
function groupsOf(asks: readonly Ask[]): Group[] {
  const byCustomer = [...Map.groupBy(asks, ({ customerId }) => customerId)]
  return byCustomer
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([customerId, own]) => {
      const [first] = own
      return first ? [{ organizationId: first.organizationId, customerId, asks: own }] : []
    })
}

type Prepared = Group &
  Pick<Deciding, 'budgets' | 'now'> & {
    businessNow: Date
    placeOf: ReadonlyMap<string, number>
    statement: Statement
  }

async function prepare(deps: GroupDeps, group: Group): Promise<Prepared> {
  const { organizationId, customerId, asks } = group
  const moment = deps.clock.moment(organizationId)
  const budgets = await budgetsOfCustomer(deps, { organizationId, customerId }, moment)
  const { uses, placeOf } = askedUses(budgets)
  const { now, businessNow } = moment
  const statement = stateStatement({
    organizationId,
    customerId,
    uses,
    runIds: asks.map(({ runId }) => runId),
    now,
    businessNow,
  })
  return { ...group, budgets, now, businessNow, placeOf, statement }
}

/** Sends everything at once; PostgreSQL runs each statement after the one before. */
async function lockAndRead(
  client: PoolClient,
  prepared: readonly Prepared[],
  withinMs: number,
): Promise<StateRow[][]> {
  const sent = [
    client.query(`begin; set local lock_timeout = ${Math.round(withinMs * LOCK_SHARE)}`),
    ...prepared.flatMap((one) => [
      client.query(lockAccountStatement(one)),
      client.query<StateRow>(one.statement),
    ]),
  ]
  const [, ...results] = await Promise.all(sent)
  return prepared.map((one, at) => {
    const [locked, state] = [results[2 * at], results[2 * at + 1]]
    if (locked?.rowCount !== 1) throw new AccountMissing(one.customerId)
    return state?.rows ?? []
  })
}

/** The account of a customer was removed with the customer's rows. */
export class AccountMissing extends Error {
  readonly customerId: string

  constructor(customerId: string) {
    super(`customer ${customerId} has no account`)
    this.customerId = customerId
  }
}

/** A change of a hold, and the asks that it answers. */
type AskedWrite = HoldWrite & { asks: Ask[] }

/** What the decisions about one customer store. */
type Decided = { writes: readonly AskedWrite[]; decisions: readonly PastDecision[] }

/** Decides the asks of one customer in order, and returns what is to be stored. */
function decideCustomer(
  { organizationId, customerId, budgets, now, placeOf, asks }: Prepared,
  { rows, priced }: { rows: readonly StateRow[]; priced: Priced },
  results: Map<Ask, AskResult>,
): Decided {
  const state = customerState(rows, { placeOf, customerId, now, priced })
  const deciding = { state, budgets, now, newId }
  const writes = new Map<string, AskedWrite>()
  const decisions: PastDecision[] = []
  for (const ask of asks) {
    try {
      const { answer, run, write } = answerAsk(deciding, ask)
      results.set(ask, { kind: 'answered', answer })
      const of = { organizationId, customerId, run, createdAt: now }
      const kept = pastDecision(answer, of)
      if (kept) decisions.push(kept)
      if (write) writes.set(write.hold.id, merged(writes.get(write.hold.id), write, ask))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.set(ask, { kind: 'refused', error })
    }
  }
  return { writes: [...writes.values()], decisions }
}

/** A hold that is new in this transaction is inserted as it is after the last ask. */
function merged(before: AskedWrite | undefined, write: HoldWrite, ask: Ask): AskedWrite {
  const kind = before?.kind ?? write.kind
  return { ...write, kind, asks: [...(before?.asks ?? []), ask] }
}

type Writes = Decided & { group: Group }

/**
 * Stores the holds and the decisions that blocked or warned, and commits, with one round trip.
 * Returns the asks that came too late: a record ended their run since it was read.
 */
async function store(
  client: PoolClient,
  all: readonly Writes[],
  { audit, now }: { audit: readonly AuditEntry[]; now: Date },
): Promise<Ask[]> {
  const ofKind = (writes: readonly AskedWrite[], kind: HoldWrite['kind']) =>
    writes.filter((write) => write.kind === kind)
  const inserts = all.flatMap(({ group, writes }) => {
    const holds = ofKind(writes, 'insert').map(({ hold }) => hold)
    return holds.length > 0 ? [insertHoldsStatement(group, holds, now)] : []
  })
  const extended = all.flatMap(({ group, writes }) => {
    const own = ofKind(writes, 'extend')
    return own.length > 0 ? [{ group, writes: own }] : []
  })
  const extensions = extended.map(({ group, writes }) =>
    extendHoldsStatement(
      group,
      writes.map(({ hold }) => hold),
    ),
  )
  const kept = all.flatMap(({ group, decisions }) =>
    decisions.length > 0 ? [insertDecisionsStatement(group, decisions)] : [],
  )
  const entries = audit.length > 0 ? [insertAuditEntries(audit)] : []
  const sent = [...inserts, ...kept, ...entries, ...extensions].map((one) =>
    client.query<{ id: string }>(one),
  )
  // Together, because a failed statement fails the commit too: each promise needs a listener.
  const [answers] = await Promise.all([Promise.all(sent), client.query('commit')])
  const found = new Set(
    answers.slice(sent.length - extensions.length).flatMap(({ rows }) => rows.map(({ id }) => id)),
  )
  return extended.flatMap(({ writes }) =>
    writes.filter(({ hold }) => !found.has(hold.id)).flatMap(({ asks }) => asks),
  )
}

async function rollBack(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch {
    client.release(true)
  }
}
