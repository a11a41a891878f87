import type { Db } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { createIdDirectory, type IdDirectory } from '../../platform/id-directory.ts'
import * as queries from './queries.ts'

const KNOWN_AGENTS_MAX = 50_000

/** Which agent a code means; an unseen one is created with the code as its name. */
export function createAgentDirectory(db: Db, now: () => Date): IdDirectory {
  return createIdDirectory({
    max: KNOWN_AGENTS_MAX,
    find: async (organizationId, agentCodes) =>
      idByCode(await queries.findAgentsByCodes(db, organizationId, agentCodes)),
    create: async (organizationId, agentCodes) => {
      const agents = agentCodes.map((agentCode) => ({ id: newId(), agentCode }))
      return idByCode(await queries.insertMinimalAgents(db, organizationId, agents, now()))
    },
  })
}

function idByCode(agents: readonly { id: string; agentCode: string }[]): Map<string, string> {
  return new Map(agents.map(({ id, agentCode }) => [agentCode, id]))
}
