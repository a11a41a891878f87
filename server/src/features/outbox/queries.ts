import { sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { askedRows } from '../../platform/batching/asked-rows.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Consumer } from './consumers.ts'
import type { EventTimes, EventType, NewEvent, OutboxEvent } from './event.ts'

/** An event and the consumers that must handle it. */
export type StoredEvent = NewEvent &
  EventTimes & { eventId: string; consumers: readonly Consumer[] }

/** Inserts events and their tasks in one statement. */
export const insertEvents = batched(
  async (tx: Tx, lists: readonly (readonly StoredEvent[])[]): Promise<undefined[]> => {
    const events = lists.flat()
    const tasks = events.flatMap((event) =>
      event.consumers.map((consumer) => ({ ...event, consumer })),
    )
    const asked = askedRows(events, {
      id: ['uuid', ({ eventId }) => eventId],
      organizationId: ['uuid', ({ organizationId }) => organizationId],
      customerId: ['uuid', ({ customerId }) => customerId],
      type: ['text', ({ type }) => type],
      objectId: ['uuid', ({ id }) => id],
      data: ['jsonb', ({ data = {} }) => JSON.stringify(data)],
      happenedAt: ['timestamptz', ({ businessNow }) => businessNow],
      createdAt: ['timestamptz', ({ now }) => now],
    })
    const askedTasks = askedRows(tasks, {
      consumer: ['text', ({ consumer }) => consumer],
      eventId: ['uuid', ({ eventId }) => eventId],
      organizationId: ['uuid', ({ organizationId }) => organizationId],
      objectId: ['uuid', ({ id }) => id],
      now: ['timestamptz', ({ now }) => now],
    })
    await sql`
      with events as (
        insert into outbox_events
          (id, organization_id, customer_id, type, object_id, data, happened_at, created_at)
        select id, organization_id, customer_id, type, object_id, data, happened_at, created_at
        from ${asked}
      )
      insert into outbox_tasks
        (consumer, event_id, organization_id, object_id, attempts, next_attempt_at, created_at)
      select consumer, event_id, organization_id, object_id, 0, now, now
      from ${askedTasks}`.execute(tx)
    return lists.map(() => undefined)
  },
)

export type Claimed = OutboxEvent & { consumer: Consumer; attempts: number }

/**
 * Claims the tasks that are due the longest by moving their next attempt to `leaseEnd`. If this
 * process dies, another one can claim them after that time. Events of one object in an organization
 * are handled in order: a later task waits until the earlier one is done.
 */
export async function claimTasks(
  db: Db,
  { consumer, organizationId }: { consumer: Consumer; organizationId?: string | undefined },
  { leaseEnd, now, limit }: { leaseEnd: Date; now: Date; limit: number },
): Promise<Claimed[]> {
  const ofOrganization =
    organizationId === undefined ? sql`` : sql`and organization_id = ${organizationId}`
  const { rows } = await sql<Claimed>`
    with claimed as (
      update outbox_tasks
      set attempts = attempts + 1, next_attempt_at = ${leaseEnd}::timestamptz
      where consumer = ${consumer} and event_id = any (array(
        select event_id from outbox_tasks task
        where consumer = ${consumer} and next_attempt_at <= ${now}::timestamptz ${ofOrganization}
          and not exists (
            select from outbox_tasks earlier
            where earlier.object_id = task.object_id
              and earlier.organization_id = task.organization_id
              and earlier.consumer = task.consumer and earlier.event_id < task.event_id
          )
        order by next_attempt_at, event_id limit ${limit} for update skip locked
      ))
      returning consumer, event_id, attempts
    )
    select claimed.consumer, claimed.attempts, event.id as event_id, event.type,
      event.organization_id, event.customer_id, event.object_id as id, event.data,
      event.happened_at
    from claimed join outbox_events event on event.id = claimed.event_id`.execute(db)
  return rows
}

/** Returns the consumers that have tasks due at `now`. */
export async function listDueConsumers(
  db: Db,
  { organizationId, now }: { organizationId?: string | undefined; now: Date },
): Promise<Consumer[]> {
  const ofOrganization =
    organizationId === undefined ? sql`` : sql`and organization_id = ${organizationId}`
  const { rows } = await sql<{ consumer: Consumer }>`
    select distinct consumer from outbox_tasks
    where next_attempt_at <= ${now}::timestamptz ${ofOrganization}`.execute(db)
  return rows.map(({ consumer }) => consumer)
}

export async function findLatestEvent(
  db: Db,
  { organizationId, id, type }: ScopedId & { type: EventType },
): Promise<Pick<OutboxEvent, 'eventId' | 'data'> | undefined> {
  const { rows } = await sql<Pick<OutboxEvent, 'eventId' | 'data'>>`
    select id as event_id, data from outbox_events
    where object_id = ${id} and organization_id = ${organizationId} and type = ${type}
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

export async function deleteTasks(
  db: Db,
  { consumer, eventIds }: { consumer: Consumer; eventIds: readonly string[] },
): Promise<void> {
  if (eventIds.length === 0) return
  await db
    .deleteFrom('outboxTasks')
    .where('consumer', '=', consumer)
    .where('eventId', 'in', eventIds)
    .execute()
}

/** Sets the time of the next attempt of a failed task, unless another attempt has started. */
export async function deferTask(
  db: Db,
  { consumer, eventId, attempts }: Pick<Claimed, 'consumer' | 'eventId' | 'attempts'>,
  nextAttemptAt: Date,
): Promise<void> {
  await db
    .updateTable('outboxTasks')
    .set({ nextAttemptAt })
    .where('consumer', '=', consumer)
    .where('eventId', '=', eventId)
    .where('attempts', '=', attempts)
    .execute()
}

/** Deletes events that every consumer has handled. Bounded, to keep transactions short. */
export async function deleteEventsBefore(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox_events
    where id in (
      select id from outbox_events event
      where created_at < ${before}::timestamptz
        and not exists (select from outbox_tasks where event_id = event.id)
      order by created_at limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
