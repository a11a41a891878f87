import type { ColumnType } from 'kysely'
import type { Decimal } from '../domain/money.ts'

/** A numeric column: exact when it is read, and text or exact when it is written. */
export type ExactNumeric = ColumnType<Decimal, Decimal | string, Decimal | string>
