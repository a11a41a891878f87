import { sql } from 'kysely'
import type { Range } from '../../../domain/time/range.ts'

const at = (time: number) => sql`${new Date(time)}::timestamptz`

/** SQL: whether a subscription covers some of a time, in epoch milliseconds. */
export const covering = ({ start, end }: Range<number>) => sql`subscriptions.deleted_at is null
  and subscriptions.starts_at < ${at(end)}
  and (subscriptions.ends_at is null or subscriptions.ends_at > ${at(start)})`
