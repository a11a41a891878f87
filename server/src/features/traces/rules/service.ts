import type { ScopedId } from '../../../domain/scoped-id.ts'
import { assignedBy, type AttributionRule as Rule } from '../../../domain/traces/attribution.ts'
import type { Db } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { newId } from '../../../platform/id.ts'
import { omit } from '../../../platform/pick.ts'
import type { Actor } from '../../auth/principal.ts'
import { assignCustomer } from '../runs/assign-customer.ts'
import { isName } from '../spans/kept-span.ts'
import * as queries from './queries.ts'
import {
  type AttributionRule,
  type AttributionRuleCreate,
  type AttributionRuleQuery,
  type AttributionRuleUpdate,
  PREVIEWED_MAX,
  RULES_MAX,
} from './schemas.ts'

export async function listRules(db: Db, organizationId: string, query: AttributionRuleQuery) {
  const page = pageOf(query)
  const { rows, total } = await queries.listRules(db, organizationId, page)
  return listAnswer(page, rows.map(toBody), total)
}

export async function getRule(db: Db, key: ScopedId): Promise<AttributionRule> {
  return toBody((await queries.findRule(db, key)) ?? notFound('Attribution rule'))
}

/** Adds a rule, after the others unless its position says otherwise. It applies to later runs. */
export async function createRule(
  db: Db,
  { organizationId, input }: { organizationId: string; input: AttributionRuleCreate },
  now: Date,
): Promise<AttributionRule> {
  const rule = ruleOf(input)
  const { count, nextPosition } = await queries.countRules(db, organizationId)
  if (count >= RULES_MAX) {
    throw new AppError('conflict', `There are ${RULES_MAX} rules already; delete some first`)
  }
  const { position = nextPosition } = input
  const stored = { id: newId(), ...rule, position, createdAt: now, updatedAt: now }
  await queries.insertRule(db, { ...stored, organizationId })
  return toBody(stored)
}

export function updateRule(
  db: Db,
  { key, input }: { key: ScopedId; input: AttributionRuleUpdate },
  now: Date,
): Promise<AttributionRule> {
  return db.transaction().execute(async (tx) => {
    const before = (await queries.lockRule(tx, key)) ?? notFound('Attribution rule')
    const { position = before.position } = input
    const changed = { ...ruleOf({ ...before, ...input }), position, updatedAt: now }
    await queries.updateRule(tx, key, changed)
    return toBody({ ...before, ...changed })
  })
}

/** Deletes a rule; runs keep what it decided. */
export async function deleteRule(db: Db, key: ScopedId): Promise<void> {
  if (!(await queries.deleteRule(db, key))) notFound('Attribution rule')
}

/** Returns what a rule would give each of the latest runs. Stores nothing. */
export async function previewRule(db: Db, organizationId: string, input: AttributionRuleCreate) {
  const rule = ruleOf(input)
  const runs = await queries.listLatestRuns(db, organizationId, PREVIEWED_MAX)
  const matched = runs.flatMap((run) => {
    const assigned = assignedTo(run, rule)
    const { runId, name, customer } = run
    return assigned === undefined
      ? []
      : [{ runId, name, assigned, isUnassigned: customer === null }]
  })
  return { runCount: runs.length, matchedCount: matched.length, runs: matched }
}

const RUNS_AT_ONCE = 500

/** Gives the unassigned runs that a rule for customers matches their customer. */
export async function applyRule(
  db: Db,
  key: ScopedId,
  actor: Actor,
): Promise<{ assignedCount: number }> {
  const rule = (await queries.findRule(db, key)) ?? notFound('Attribution rule')
  if (rule.target !== 'customer') {
    throw new AppError('inconsistent', 'Only a rule with the target customer assigns earlier runs')
  }
  const { organizationId } = key
  let assignedCount = 0
  let after: string | undefined
  for (let isEnd = false; !isEnd; ) {
    const runs = await queries.listUnassignedRuns(db, organizationId, {
      after,
      limit: RUNS_AT_ONCE,
    })
    for (const run of runs) {
      const customer = assignedTo(run, rule)
      if (customer === undefined) continue
      const { traceId } = run
      if (await assignCustomer(db, { organizationId, traceId }, { customer, actor })) {
        assignedCount += 1
      }
    }
    after = runs.at(-1)?.traceId
    isEnd = runs.length < RUNS_AT_ONCE
  }
  return { assignedCount }
}

/** Returns what a rule gives a run; undefined if it does not match, or gives no usable name. */
function assignedTo({ attributes }: queries.ComparedRun, rule: Rule): string | undefined {
  const assigned = assignedBy([rule], rule.target, JSON.parse(attributes))
  return assigned !== undefined && isName(assigned) ? assigned : undefined
}

/** Throws `invalid` unless there is a value exactly for the operators that need one. */
function ruleOf({ attribute, operator, value = null, target, assigns = null }: Sent): Rule {
  if (operator === 'present' && value !== null) {
    throw new AppError('invalid', ['value does not apply to the operator present; leave it out'])
  }
  if (operator !== 'present' && value === null) {
    throw new AppError('invalid', [`value is required for the operator ${operator}`])
  }
  return { attribute, operator, value, target, assigns }
}

type Sent = Pick<AttributionRuleCreate, 'attribute' | 'operator' | 'value' | 'target' | 'assigns'>

function toBody(rule: queries.StoredRule): AttributionRule {
  const { createdAt, updatedAt } = rule
  return {
    ...omit(rule, ['createdAt', 'updatedAt']),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
