import type { Tx } from '../../platform/database.ts'

/** Creates the account of a customer unless it exists. */
export async function insertAccount(
  tx: Tx,
  { organizationId, customerId }: { organizationId: string; customerId: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('controlAccounts')
    .values({ customerId, organizationId, createdAt: now })
    .onConflict((conflict) => conflict.column('customerId').doNothing())
    .execute()
}
