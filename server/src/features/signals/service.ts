import type { ScopedId } from '../../domain/scoped-id.ts'
import type { LockMode } from '../../platform/advisory-lock.ts'
import { announceChange, type CacheTopic } from '../../platform/cache-events.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { newId } from '../../platform/id.ts'
import { createIdDirectory, type IdDirectory } from '../../platform/id-directory.ts'
import { lockLiveAgents } from '../agents/service.ts'
import { toBody } from './body.ts'
import * as provisioning from './provisioning-queries.ts'
import * as queries from './queries.ts'
import type { Signal, SignalCreate, SignalList, SignalListQuery, SignalUpdate } from './schemas.ts'
import { SETTLEMENT_WINDOWS } from './settlement-windows.ts'

export async function createSignal(
  db: Db,
  { organizationId, input }: { organizationId: string; input: SignalCreate },
  now: Date,
): Promise<Signal> {
  const adding = { organizationId, inputs: [input], pathOf: () => '' }
  const [signal] = await addSignals(db, adding, now)
  if (!signal) throw new Error('A signal was neither created nor refused')
  return signal
}

/** Creates all signals or none; an error names each invalid one by its position. */
export async function createSignals(
  db: Db,
  { organizationId, inputs }: { organizationId: string; inputs: readonly SignalCreate[] },
  now: Date,
): Promise<{ results: Signal[] }> {
  const pathOf = (index: number) => `signals[${index}].`
  return { results: await addSignals(db, { organizationId, inputs, pathOf }, now) }
}

type Adding = {
  organizationId: string
  inputs: readonly SignalCreate[]
  /** Returns the prefix of a field's name in an error. */
  pathOf: (index: number) => string
}

async function addSignals(
  db: Db,
  { organizationId, inputs, pathOf }: Adding,
  now: Date,
): Promise<Signal[]> {
  const signals = inputs.map((input) => ({
    id: newId(),
    agentId: input.agentId.toLowerCase(),
    name: input.name,
    shortName: input.shortName ?? input.name,
    description: input.description ?? null,
    isActive: input.isActive ?? true,
    settlementDays: input.settlementDays ?? 0,
  }))
  return db.transaction().execute(async (tx) => {
    const agentIds = signals.map(({ agentId }) => agentId)
    const live = await lockLiveAgents(tx, organizationId, agentIds)
    const astray = agentIds.flatMap((id, index) => (live.has(id) ? [] : [pathOf(index)]))
    if (astray.length > 0) {
      throw new AppError('not_found', astray.map(absentAgent).join('; '), {
        param: `${astray[0]}agentId`,
      })
    }
    const inserted = await queries.insertSignals(tx, organizationId, signals.toSorted(byName), now)
    const bodies = new Map(inserted.map((signal) => [signal.id, toBody(signal)]))
    const refused = signals.filter(({ id }) => !bodies.has(id))
    if (refused.length > 0) {
      const taken = await queries.findTakenNames(tx, organizationId, refused)
      const problems = refused.flatMap((signal) => {
        const path = pathOf(signals.indexOf(signal))
        // The signal that had the name may have been deleted concurrently; the refusal stands.
        const names = taken.get(signal.id) ?? ['name']
        return names.map((name) => ({
          field: `${path}${name}`,
          message: takenName(name, signal),
          path,
        }))
      })
      const messages = problems.map(({ path, message }) => `${path}${message}`)
      throw new AppError('signal_name_taken', messages.join('; '), { param: problems[0]?.field })
    }
    // A new short name takes precedence over another signal's name that usage matched so far.
    await announceChange(tx, SIGNAL_IDS)
    if (signals.some(({ settlementDays }) => settlementDays > 0)) {
      await announceChange(tx, SETTLEMENT_WINDOWS)
    }
    return signals.flatMap(({ id }) => bodies.get(id) ?? [])
  })
}

/** Sorted inserts keep two requests that create the same signals from deadlocking. */
function byName(left: queries.NewSignal, right: queries.NewSignal): number {
  const a = left.agentId + left.name
  const b = right.agentId + right.name
  return a < b ? -1 : a > b ? 1 : 0
}

function absentAgent(path: string): string {
  return path === '' ? 'Agent not found' : `${path}agentId: Agent not found`
}

function takenName(
  name: queries.UniqueName,
  values: { name?: string | undefined; shortName?: string | undefined },
): string {
  return `${name} ${values[name]} belongs to another signal of the agent`
}

export async function getSignal(db: Db, key: ScopedId): Promise<Signal> {
  return toBody((await queries.findSignal(db, key)) ?? notFound('Signal'))
}

export async function listSignals(
  db: Db,
  organizationId: string,
  query: SignalListQuery,
): Promise<SignalList> {
  const page = pageOf(query)
  const { agentId, isActive, sortBy = 'createdAt', sortOrder } = query
  const search = query.search?.trim() || undefined
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const filter = { organizationId, agentId, isActive, search, updatedSince }
  const { rows, total } = await queries.listSignals(db, filter, { sortBy, sortOrder, ...page })
  return listAnswer(page, rows.map(toBody), total)
}

/**
 * Updates the fields sent. Usage recorded later under the previous name belongs to another signal.
 */
export async function updateSignal(
  db: Db,
  { key, input }: { key: ScopedId; input: SignalUpdate },
  now: Date,
): Promise<Signal> {
  return db.transaction().execute(async (tx) => {
    const before = await lockSignal(tx, key)
    const after = await queries.updateSignal(tx, key, input, now)
    if (typeof after === 'string') throw new AppError('signal_name_taken', takenName(after, input))
    if (after.name !== before.name || after.shortName !== before.shortName) {
      await announceChange(tx, SIGNAL_IDS)
    }
    if (after.settlementDays !== before.settlementDays) {
      await announceChange(tx, SETTLEMENT_WINDOWS)
    }
    return toBody(after)
  })
}

/** Keeps the signal's events; its names become available to other signals. */
export async function deleteSignal(db: Db, key: ScopedId, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockSignal(tx, key)
    const strategies = await queries.countPricingStrategies(tx, key)
    if (strategies > 0) {
      throw new AppError(
        'has_dependents',
        `Pricing strategies that use the signal: ${strategies}; delete them first, or set ` +
          'isActive to false',
      )
    }
    await queries.markSignalDeleted(tx, key, now)
    await announceChange(tx, SIGNAL_IDS)
  })
}

async function lockSignal(tx: Tx, { organizationId, id }: ScopedId) {
  const [signal] = await queries.lockSignals(tx, organizationId, [id], 'update')
  return signal ?? notFound('Signal')
}

/**
 * Locks signals for the rest of the transaction; see `lockCustomer` for the lock modes. Returns one
 * row per distinct id, ordered by id.
 */
export async function lockSignals(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  mode: LockMode,
) {
  const signals = await queries.lockSignals(tx, organizationId, ids, mode)
  const found = new Set(signals.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id.toLowerCase()))
  if (missing.length > 0) throw new AppError('not_found', `Signal not found: ${missing.join(', ')}`)
  return signals
}

/** Cache of the signal that each name belongs to. */
export const SIGNAL_IDS: CacheTopic = { name: 'signals' }
const KNOWN_SIGNALS_MAX = 100_000
const ID_LENGTH = 36

/** Returns the key of a signal in its directory. Signal names are unique only within an agent. */
export function signalKey(agentId: string, signalName: string): string {
  return agentId + signalName
}

/** Maps an agent's signal names to signals; creates a signal for an unknown name. */
export function createSignalDirectory(db: Db, now: () => Date): IdDirectory {
  return createIdDirectory({
    max: KNOWN_SIGNALS_MAX,
    find: async (organizationId, keys) =>
      idByKey(await provisioning.findSignalsByNames(db, organizationId, keys.map(parseKey))),
    create: (organizationId, keys) =>
      db.transaction().execute(async (tx) => {
        const signals = keys.map((key) => ({ id: newId(), ...parseKey(key) }))
        // An agent that was deleted concurrently gets no signal; the caller resolves the agent
        // again.
        const agentIds = signals.map(({ agentId }) => agentId)
        const live = await lockLiveAgents(tx, organizationId, agentIds)
        const wanted = signals.filter(({ agentId }) => live.has(agentId))
        return idByKey(await provisioning.insertMinimalSignals(tx, organizationId, wanted, now()))
      }),
  })
}

function parseKey(key: string): { agentId: string; signalName: string } {
  return { agentId: key.slice(0, ID_LENGTH), signalName: key.slice(ID_LENGTH) }
}

function idByKey(signals: readonly provisioning.NamedSignal[]): Map<string, string> {
  return new Map(signals.map(({ id, agentId, signalName }) => [signalKey(agentId, signalName), id]))
}
