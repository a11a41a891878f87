import { sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { type LockMode, lockRows } from '../../platform/advisory-lock.ts'
import { isUniqueViolation } from '../../platform/database/errors.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../platform/list.ts'

const columns = [
  'id',
  'name',
  'shortName',
  'agentId',
  'description',
  'isActive',
  'settlementDays',
  'createdAt',
  'updatedAt',
] as const

/** Values to update; undefined leaves a field unchanged. */
export type SignalValues = {
  name?: string | undefined
  shortName?: string | undefined
  description?: string | null | undefined
  isActive?: boolean | undefined
  settlementDays?: number | undefined
}

export type NewSignal = {
  id: string
  agentId: string
  name: string
  shortName: string
  description: string | null
  isActive: boolean
  settlementDays: number
}

/** Names that are unique among the live signals of an agent. */
export type UniqueName = 'name' | 'shortName'

export type SignalRow = NonNullable<Awaited<ReturnType<typeof findSignal>>>

const selectSignals = (db: Db) =>
  db.selectFrom('signals').select(columns).where('deletedAt', 'is', null)

export function findSignal(db: Db, { organizationId, id }: ScopedId) {
  return selectSignals(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type SignalFilter = {
  organizationId: string
  agentId?: string | undefined
  isActive?: boolean | undefined
  search?: string | undefined
  updatedSince: Date | undefined
}

const SORT = {
  createdAt: sql`created_at`,
  name: sql`lower(name)`,
  shortName: sql`lower(short_name)`,
  updatedAt: sql`updated_at`,
}

export function listSignals(
  db: Db,
  { organizationId, agentId, isActive, search, updatedSince }: SignalFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let signals = selectSignals(db).where('organizationId', '=', organizationId)
  if (agentId !== undefined) signals = signals.where('agentId', '=', agentId)
  if (isActive !== undefined) signals = signals.where('isActive', '=', isActive)
  if (updatedSince !== undefined) signals = signals.where('updatedAt', '>=', updatedSince)
  if (search !== undefined) signals = signals.where(contains(['name', 'shortName'], search))
  return listPage(signals, { ...page, orderBy: SORT[sortBy] })
}

/** Inserts signals, except those whose name or short name a live signal of the agent has. */
export function insertSignals(
  tx: Tx,
  organizationId: string,
  signals: readonly NewSignal[],
  now: Date,
) {
  return tx
    .insertInto('signals')
    .values(
      signals.map((signal) => ({ ...signal, organizationId, createdAt: now, updatedAt: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .execute()
}

/** Returns, by signal id, which names are taken by other live signals of the same agents. */
export async function findTakenNames(
  tx: Tx,
  organizationId: string,
  signals: readonly NewSignal[],
): Promise<Map<string, UniqueName[]>> {
  const { rows } = await sql<{ id: string; name: boolean; shortName: boolean }>`
    select input.id, bool_or(signals.name = input.name) as name,
      bool_or(signals.short_name = input.short_name) as short_name
    from unnest(
      ${signals.map(({ id }) => id)}::uuid[],
      ${signals.map(({ agentId }) => agentId)}::uuid[],
      ${signals.map(({ name }) => name)}::text[],
      ${signals.map(({ shortName }) => shortName)}::text[]
    ) as input (id, agent_id, name, short_name)
    join signals on signals.organization_id = ${organizationId}
      and signals.agent_id = input.agent_id and signals.deleted_at is null
      and (signals.name = input.name or signals.short_name = input.short_name)
    group by input.id`.execute(tx)
  return new Map(
    rows.map(({ id, name, shortName }) => [
      id,
      [...(name ? (['name'] as const) : []), ...(shortName ? (['shortName'] as const) : [])],
    ]),
  )
}

/** Locks and returns the live signals among the ids, ordered by id. */
export async function lockSignals(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  mode: LockMode,
) {
  await lockRows(tx, { table: 'signals', organizationId, ids }, mode)
  return tx
    .selectFrom('signals')
    .select(['id', 'agentId', 'name', 'shortName'])
    .select(['isActive', 'settlementDays'])
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}

/**
 * Returns the name that is taken by another live signal of the agent, if any; the transaction is
 * then aborted.
 */
export async function updateSignal(
  tx: Tx,
  { organizationId, id }: ScopedId,
  values: SignalValues,
  now: Date,
): Promise<SignalRow | UniqueName> {
  try {
    return await tx
      .updateTable('signals')
      .set({
        name: values.name,
        shortName: values.shortName,
        description: values.description,
        isActive: values.isActive,
        settlementDays: values.settlementDays,
        updatedAt: now,
      })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .returning(columns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    // An update has no `on conflict`.
    if (isUniqueViolation(error, 'signals_short_name_key')) return 'shortName'
    if (isUniqueViolation(error, 'signals_name_key')) return 'name'
    throw error
  }
}

/** Counts the live strategies of live plans that price the signal. */
export async function countPricingStrategies(
  tx: Tx,
  { organizationId, id }: ScopedId,
): Promise<number> {
  const { count } = await tx
    .selectFrom('pricingStrategies')
    .innerJoin('pricingPlans', 'pricingPlans.id', 'pricingStrategies.planId')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('pricingStrategies.organizationId', '=', organizationId)
    .where('pricingStrategies.signalId', '=', id)
    .where('pricingStrategies.deletedAt', 'is', null)
    .where('pricingPlans.deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function markSignalDeleted(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('signals')
    .set({ deletedAt: now, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
