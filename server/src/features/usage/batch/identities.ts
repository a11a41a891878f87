import { AppError } from '../../../platform/errors.ts'
import type { IdDirectory } from '../../../platform/id-directory.ts'
import { signalKey } from '../../signals/service.ts'
import type { ParsedRecord } from './parse-record.ts'

export type Directories = { customers: IdDirectory; agents: IdDirectory; signals: IdDirectory }

/** The customer, agent and signal of a usage event. */
export type Identity = { customerId: string; agentId: string; signalId: string }

type Named = Pick<ParsedRecord, 'customerExternalId' | 'agentCode' | 'signalName'> & {
  /** Instead of the customer with the external id. */
  customerId?: string | undefined
}

const ATTEMPTS = 3
const RETRY_AFTER_SECONDS = 1

/**
 * Returns the customer, agent and signal of each record, in order, and creates unknown ones. Known
 * names need no database query.
 */
export async function resolveIdentities(
  directories: Directories,
  organizationId: string,
  records: readonly Named[],
): Promise<Identity[]> {
  // A cached name can be invalidated immediately by a concurrent rename, so this tries again.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const identities = peekAll(directories, organizationId, records)
    if (identities) return identities
    await provisionAll(directories, organizationId, records)
  }
  const identities = peekAll(directories, organizationId, records)
  if (identities) return identities
  const message = 'The customers, agents or signals of the records keep changing; retry'
  throw new AppError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** Returns the cached identity of a record; undefined when any part is not cached. */
export function peekIdentity(
  { customers, agents, signals }: Directories,
  organizationId: string,
  record: Named,
): Identity | undefined {
  const customerId = record.customerId ?? customers.peek(organizationId, record.customerExternalId)
  const agentId = agents.peek(organizationId, record.agentCode)
  if (customerId === undefined || agentId === undefined) return undefined
  const signalId = signals.peek(organizationId, signalKey(agentId, record.signalName))
  return signalId === undefined ? undefined : { customerId, agentId, signalId }
}

function peekAll(
  directories: Directories,
  organizationId: string,
  records: readonly Named[],
): Identity[] | undefined {
  const identities: Identity[] = []
  for (const record of records) {
    const identity = peekIdentity(directories, organizationId, record)
    if (!identity) return undefined
    identities.push(identity)
  }
  return identities
}

async function provisionAll(
  { customers, agents, signals }: Directories,
  organizationId: string,
  records: readonly Named[],
): Promise<void> {
  await Promise.all([
    customers.provision(organizationId, [
      ...new Set(
        records.flatMap(({ customerId, customerExternalId }) =>
          customerId === undefined ? [customerExternalId] : [],
        ),
      ),
    ]),
    agents.provision(organizationId, [...new Set(records.map((record) => record.agentCode))]),
  ])
  const signalKeys = records.flatMap((record) => {
    const agentId = agents.peek(organizationId, record.agentCode)
    return agentId === undefined ? [] : [signalKey(agentId, record.signalName)]
  })
  await signals.provision(organizationId, [...new Set(signalKeys)])
}
