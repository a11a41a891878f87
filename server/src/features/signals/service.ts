import type { Db } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { createIdDirectory, type IdDirectory } from '../../platform/id-directory.ts'
import * as queries from './queries.ts'

const KNOWN_SIGNALS_MAX = 100_000
const ID_LENGTH = 36

/** The key of a signal in its directory: a signal name means something only within an agent. */
export function signalKey(agentId: string, signalName: string): string {
  return agentId + signalName
}

/** Which signal a name means for an agent; an unseen one is created with that name. */
export function createSignalDirectory(db: Db, now: () => Date): IdDirectory {
  return createIdDirectory({
    max: KNOWN_SIGNALS_MAX,
    find: async (organizationId, keys) =>
      idByKey(await queries.findSignalsByNames(db, organizationId, keys.map(parseKey))),
    create: async (organizationId, keys) => {
      const signals = keys.map((key) => ({ id: newId(), ...parseKey(key) }))
      return idByKey(await queries.insertMinimalSignals(db, organizationId, signals, now()))
    },
  })
}

function parseKey(key: string): { agentId: string; signalName: string } {
  return { agentId: key.slice(0, ID_LENGTH), signalName: key.slice(ID_LENGTH) }
}

function idByKey(signals: readonly queries.NamedSignal[]): Map<string, string> {
  return new Map(signals.map(({ id, agentId, signalName }) => [signalKey(agentId, signalName), id]))
}
