import type { Db } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { createIdDirectory, type IdDirectory } from '../../platform/id-directory.ts'
import * as queries from './queries.ts'

const KNOWN_CUSTOMERS_MAX = 200_000

/** Which customer an external id means; an unseen one is created with the id as its name. */
export function createCustomerDirectory(db: Db, now: () => Date): IdDirectory {
  return createIdDirectory({
    max: KNOWN_CUSTOMERS_MAX,
    find: async (organizationId, externalIds) =>
      idByExternalId(await queries.findCustomersByExternalIds(db, organizationId, externalIds)),
    create: async (organizationId, externalIds) => {
      const customers = externalIds.map((externalId) => ({ id: newId(), externalId }))
      return idByExternalId(
        await queries.insertMinimalCustomers(db, organizationId, customers, now()),
      )
    },
  })
}

function idByExternalId(
  customers: readonly { id: string; externalId: string }[],
): Map<string, string> {
  return new Map(customers.map(({ id, externalId }) => [externalId, id]))
}
