import type { Db } from '../../../platform/database.ts'
import type { CustomerKey, SavedMethod } from '../payment.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import { findMethod } from './method-queries.ts'

/** Finds the saved method; undefined if there is none or online payment is not configured. */
export async function findSavedMethod(
  db: Db,
  payments: PaymentProvider | null,
  key: CustomerKey,
): Promise<SavedMethod | undefined> {
  return payments ? findMethod(db, key, payments.name) : undefined
}
