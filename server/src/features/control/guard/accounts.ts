import { createBoundedCache } from '../../../platform/bounded-cache.ts'
import { announceChange } from '../../../platform/cache-events.ts'
import type { Db } from '../../../platform/database.ts'
import type { KnownIds } from '../../../platform/known-ids.ts'
import { insertAccount } from '../../holds/insert-account.ts'
import { HOLD_ORGANIZATIONS } from '../../holds/organizations.ts'

const KNOWN_MAX = 100_000

type OfCustomer = { organizationId: string; customerId: string }

export type Accounts = {
  /** Creates the accounts of customers that may have none. */
  ensure: (customers: readonly OfCustomer[]) => Promise<void>
  /** The account of this customer was removed. */
  forget: (customerId: string) => void
}

type AccountDeps = { db: Db; holdOrganizations: KnownIds; now: () => Date }

/**
 * Creates accounts before the transactions that lock them, and once for each customer in a process.
 * The organization is announced with its first account, so that recording settles its holds.
 */
export function createAccounts({ db, holdOrganizations, now }: AccountDeps): Accounts {
  const known = createBoundedCache<true>(KNOWN_MAX)
  return {
    ensure: async (customers) => {
      const unknown = customers.filter(({ customerId }) => !known.has(customerId))
      for (const customer of unknown) {
        const isFirst = !holdOrganizations.has(customer.organizationId)
        await db.transaction().execute(async (tx) => {
          await insertAccount(tx, customer, now())
          if (isFirst) await announceChange(tx, HOLD_ORGANIZATIONS)
        })
        if (isFirst) holdOrganizations.add(customer.organizationId)
        known.set(customer.customerId, true)
      }
    },
    forget: (customerId) => known.delete(customerId),
  }
}
