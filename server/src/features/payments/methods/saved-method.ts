import type { Db } from '../../../platform/database.ts'
import type { CustomerKey, SavedMethod } from '../payment.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import { findMethod } from './method-queries.ts'

/** What the customer agreed to be charged with; undefined also where nobody takes payments. */
export async function findSavedMethod(
  db: Db,
  payments: PaymentProvider | null,
  key: CustomerKey,
): Promise<SavedMethod | undefined> {
  return payments ? findMethod(db, key, payments.name) : undefined
}
