import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ANNOUNCEMENT_TYPES } from '../types/types.ts'

/** Returns the condition that this version of the service knows a type. */
export const isKnownType = (type: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`${type} = any(${[...ANNOUNCEMENT_TYPES]}::text[])`
