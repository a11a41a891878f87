import type { ColumnType } from 'kysely'
import type { Decimal } from '../domain/money.ts'

/** A numeric column: read as Decimal, written as text or Decimal. */
export type ExactNumeric = ColumnType<Decimal, Decimal | string, Decimal | string>
