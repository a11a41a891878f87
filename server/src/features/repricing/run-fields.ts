import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../platform/http/fields.ts'
import { customerExternalId } from '../customers/fields.ts'
import { RUN_STATES } from './run.ts'

export const RunState = Type.Enum([...RUN_STATES], {
  description:
    'queued: waits, for at most a minute or for an earlier run. running: has priced a part. ' +
    'completed: done. cancelled: what it changed stays. failed: what it changed stays; create ' +
    'another run for the rest.',
})

export const scopeFields = {
  from: timestamp('Start of the usage dates.'),
  to: timestamp('End of the usage dates, exclusive.'),
  modelProvider: nullable(Type.String(), 'Null: all providers.'),
  model: nullable(Type.String(), 'Null: all models and services.'),
  customerId: nullable(uuid(), 'Null: all customers.'),
  customerExternalId,
  agentId: nullable(uuid(), 'Null: all agents.'),
}

const usd = (description: string) => Type.String({ description: `USD, exact. ${description}` })

export const countFields = {
  eventCount: Type.Integer({
    description: 'Number of events with a cost, void ones left out; of a reversal: of the run.',
  }),
  repricedEventCount: Type.Integer({
    description: 'Events that another rate prices now, including those whose cost is the same.',
  }),
  changedEventCount: Type.Integer({ description: 'Events with another cost.' }),
  unknownEventCount: Type.Integer({
    description: 'Events that keep their cost, because a model or a rate is not known now.',
  }),
}

export const costFields = {
  costBefore: usd('Cost of the events before.'),
  costAfter: usd('Cost of the events by the rates in force.'),
}

export const RepricingRun = Type.Object(
  {
    id: uuid(),
    state: RunState,
    ...scopeFields,
    reversesId: nullable(uuid(), 'The run that it reverses; null: it reverses none.'),
    reversedById: nullable(uuid(), 'The run that reverses it, or has reversed it; null: none.'),
    ...countFields,
    ...costFields,
    skippedEventCount: Type.Integer({
      description: 'Of a reversal: events whose cost changed again since, and stays as it is.',
    }),
    reason: nullable(Type.String(), 'For your records.'),
    actor: Type.String({ description: '`api_key:<id>` or `user:<id>`.' }),
    actorName: nullable(
      Type.String(),
      'Name of the key or person that started it; null: not known.',
    ),
    createdAt: timestamp(),
    startedAt: nullable(timestamp(), 'Null while it is queued.'),
    completedAt: nullable(timestamp(), 'When it ended, in any way; null before.'),
  },
  {
    title: 'RepricingRun',
    description: 'A run that prices stored usage by the rates in force when it runs.',
  },
)
export type RepricingRun = Static<typeof RepricingRun>
