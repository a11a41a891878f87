import type { CreditFall } from '../../../../domain/control/credit-alerts.ts'
import type { Decimal } from '../../../../domain/money.ts'

/** A fall of credit below an amount, or a notice of its expiry. */
export type CreditAlert = {
  id: string
  organizationId: string
  customerId: string
  currency: string
  kind: CreditFall['kind'] | 'expiring'
  /** The budget, the grant that expires, or the customer. */
  subjectId: string
  /** Counts the falls; of a notice of expiry the days ahead. */
  number: number
  /** What is available fell below this; of a notice of expiry what is left of the grant. */
  threshold: Decimal
  balance: Decimal
  promotional: Decimal
  unbilled: Decimal
  held: Decimal
  /** Of a notice of expiry. */
  expiresAt: Date | null
  createdAt: Date
  /** When what is available had risen again; null: it has not. */
  endedAt: Date | null
}

/** Returns what was available, before what open runs held: a run that ends without an outcome gives it back. */
export const availableOf = ({
  balance,
  promotional,
  unbilled,
}: Pick<CreditAlert, 'balance' | 'promotional' | 'unbilled'>): Decimal =>
  balance.plus(promotional).minus(unbilled)

/** The key of falls that follow each other. */
export const fallKey = ({
  currency,
  kind,
  subjectId,
}: Pick<CreditAlert, 'currency' | 'kind' | 'subjectId'>): string =>
  `${currency} ${kind} ${subjectId}`
