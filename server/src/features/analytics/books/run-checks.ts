import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { customerPages } from '../customer-queries.ts'
import { betweenSteps } from '../in-turns.ts'
import type { Check, Difference } from './check.ts'
import { look } from './look.ts'
import type { Scope } from './scope.ts'

export type CheckResult = {
  name: string
  says: string
  compared: number
  /** The first differences, up to the limit. */
  differences: Difference[]
  hasMore: boolean
}

type Checking = {
  organizationId: string
  /** Undefined: all customers. */
  customerId: string | undefined
  window: Scope['window']
  checks: readonly Check[]
  /** Maximum number of differences returned per check. */
  limit: number
}

const CUSTOMERS_AT_ONCE = 100

/**
 * Runs each check over batches of customers, each on one snapshot. Batches bound memory. A snapshot
 * prevents a change in progress from appearing as a difference. Writes nothing.
 */
export async function runChecks(
  db: Db,
  { organizationId, customerId, window, checks, limit }: Checking,
): Promise<CheckResult[]> {
  const results = new Map(
    checks.map(({ name, says }): [string, CheckResult] => {
      return [name, { name, says, compared: 0, differences: [], hasMore: false }]
    }),
  )
  for await (const { scope, due } of turns(db, { organizationId, customerId, window, checks })) {
    for (const check of due) {
      await betweenSteps()
      const result = results.get(check.name)
      if (result) await runCheck(db, { check, scope, result, limit })
    }
  }
  return [...results.values()]
}

type NamedDifference = Difference & { check: string }

/** Yields every difference with the name of its check, at most `limit` per customer and check. */
export async function* allDifferences(
  db: Db,
  { limit, ...checking }: Checking,
): AsyncGenerator<NamedDifference[]> {
  for await (const { scope, due } of turns(db, checking)) {
    for (const check of due) {
      await betweenSteps()
      yield* differencesOf(db, { check, scope, limit })
    }
  }
}

async function* differencesOf(
  db: Db,
  { check, scope, limit }: Omit<Running, 'result'>,
): AsyncGenerator<NamedDifference[]> {
  const { found } = await look(db, check, async (tx) => ({
    found: await check.find(tx, scope, limit + 1),
  }))
  if (found.length > limit && scope.customerIds.length > 1) {
    for (const id of scope.customerIds) {
      yield* differencesOf(db, { check, scope: { ...scope, customerIds: [id] }, limit })
    }
  } else {
    yield found.slice(0, limit).map((one) => ({ ...one, check: check.name }))
  }
}

type Turn = { scope: Scope; due: readonly Check[] }

/** Yields the whole organization once, for its own checks, and then batches of customers. */
async function* turns(
  db: Db,
  { organizationId, customerId, window, checks }: Omit<Checking, 'limit'>,
): AsyncGenerator<Turn> {
  const isOfAll = ({ of }: Check) => of === 'organization'
  const ofCustomers = checks.filter((check) => !isOfAll(check))
  if (customerId) {
    yield { scope: { organizationId, customerIds: [customerId], window }, due: ofCustomers }
    return
  }
  yield { scope: { organizationId, customerIds: [], window }, due: checks.filter(isOfAll) }
  for await (const customerIds of customerPages(db, organizationId, CUSTOMERS_AT_ONCE)) {
    yield { scope: { organizationId, customerIds, window }, due: ofCustomers }
  }
}

type Running = { check: Check; scope: Scope; result: CheckResult; limit: number }

async function runCheck(db: Db, { check, scope, result, limit }: Running): Promise<void> {
  const left = limit - result.differences.length
  const { compared, found } = await look(db, check, async (tx) => ({
    compared: await countCompared(tx, check.compared(scope)),
    found: await check.find(tx, scope, left + 1),
  }))
  result.compared += compared
  result.differences.push(...found.slice(0, left))
  if (found.length > left) result.hasMore = true
}

async function countCompared(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: string }>`${query}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
