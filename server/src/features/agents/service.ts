import type { ScopedId } from '../../domain/scoped-id.ts'
import type { LockMode } from '../../platform/advisory-lock.ts'
import { announceChange, type CacheTopic } from '../../platform/cache-events.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { newId } from '../../platform/id.ts'
import { createIdDirectory, type IdDirectory } from '../../platform/id-directory.ts'
import { toBody } from './body.ts'
import * as provisioning from './provisioning-queries.ts'
import * as queries from './queries.ts'
import type { Agent, AgentCreate, AgentList, AgentListQuery, AgentUpdate } from './schemas.ts'

export async function createAgent(
  db: Db,
  { organizationId, input }: { organizationId: string; input: AgentCreate },
  now: Date,
): Promise<Agent> {
  const { name, agentCode } = input
  const values = { ...toValues(input), name, agentCode }
  return db.transaction().execute(async (tx) => {
    const agent = await queries.insertAgent(tx, { organizationId, id: newId() }, values, now)
    if (!agent) throw agentCodeTaken(input)
    return toBody(agent)
  })
}

export async function getAgent(db: Db, key: ScopedId): Promise<Agent> {
  return toBody((await queries.findAgent(db, key)) ?? notFound('Agent'))
}

export async function listAgents(
  db: Db,
  organizationId: string,
  query: AgentListQuery,
): Promise<AgentList> {
  const page = pageOf(query)
  const { isActive, sortBy = 'createdAt', sortOrder } = query
  const search = query.search?.trim() || undefined
  const agentCode = query.agentCode || undefined
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const filter = { organizationId, search, isActive, agentCode, updatedSince }
  const { rows, total } = await queries.listAgents(db, filter, { sortBy, sortOrder, ...page })
  return listAnswer(page, rows.map(toBody), total)
}

/**
 * Updates the fields in `input`. After a change of `agentCode`, usage under the old code belongs to
 * another agent.
 */
export async function updateAgent(
  db: Db,
  { key, input }: { key: ScopedId; input: AgentUpdate },
  now: Date,
): Promise<Agent> {
  return db.transaction().execute(async (tx) => {
    const before = await lockAgent(tx, key, 'update')
    const after = await queries.updateAgent(tx, key, toValues(input), now)
    if (after === 'taken') throw agentCodeTaken(input)
    if (after.agentCode !== before.agentCode) await announceChange(tx, AGENT_IDS)
    return toBody(after)
  })
}

/** Deletes the agent. Its events remain, and its code can be given to another agent. */
export async function deleteAgent(db: Db, key: ScopedId, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAgent(tx, key, 'update')
    const { signals, plans } = await queries.countDependents(tx, key)
    if (signals > 0 || plans > 0) {
      throw new AppError(
        'has_dependents',
        `The agent has ${signals} signal(s) and is linked to ${plans} pricing plan(s); delete ` +
          'the signals and unlink the plans first, or set isActive to false',
      )
    }
    await queries.markAgentDeleted(tx, key, now)
    await announceChange(tx, AGENT_IDS)
  })
}

/** Locks an agent for the rest of the transaction; see `lockCustomer` for modes and lock order. */
export async function lockAgent(tx: Tx, { organizationId, id }: ScopedId, mode: LockMode) {
  const [agent] = await queries.lockAgents(tx, organizationId, [id], mode)
  return agent ?? notFound('Agent')
}

/** Locks the live agents among `ids` and returns their ids; ignores the others. */
export async function lockLiveAgents(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const agents = await queries.lockAgents(tx, organizationId, ids, 'share')
  return new Set(agents.map(({ id }) => id))
}

function agentCodeTaken({ agentCode }: AgentUpdate): AppError {
  const message = `agentCode ${agentCode} belongs to another agent`
  return new AppError('agent_code_taken', message, { param: 'agentCode' })
}

function toValues({ context, ...plain }: AgentUpdate): queries.AgentValues {
  return context === undefined ? plain : { ...plain, context: JSON.stringify(context ?? {}) }
}

/** Cache invalidation topic for the agent id of each code. */
export const AGENT_IDS: CacheTopic = { name: 'agents' }
const KNOWN_AGENTS_MAX = 50_000

/** Resolves agent codes to ids; an unknown code creates an agent with the code as its name. */
export function createAgentDirectory(db: Db, now: () => Date): IdDirectory {
  return createIdDirectory({
    max: KNOWN_AGENTS_MAX,
    find: async (organizationId, agentCodes) =>
      idByCode(await provisioning.findAgentsByCodes(db, organizationId, agentCodes)),
    create: async (organizationId, agentCodes) => {
      const agents = agentCodes.map((agentCode) => ({ id: newId(), agentCode }))
      return idByCode(await provisioning.insertMinimalAgents(db, organizationId, agents, now()))
    },
  })
}

function idByCode(agents: readonly { id: string; agentCode: string }[]): Map<string, string> {
  return new Map(agents.map(({ id, agentCode }) => [agentCode, id]))
}
