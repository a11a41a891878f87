import type { Piecework, UsageRecord } from './index.ts'

const work = { customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket-resolved' }
const model = { model: 'gpt-4o', modelProvider: 'openai' }

export async function records(piecework: Piecework): Promise<void> {
  await piecework.record({ ...work, ...model, inputTokens: 1200 })
  await piecework.record({
    ...work,
    services: [{ ...model, inputTokens: 1200 }],
    serviceTier: 'batch',
  })
  // @ts-expect-error a record names a model or services
  await piecework.record(work)
  // @ts-expect-error a model has a provider
  await piecework.record({ ...work, model: 'gpt-4o' })
  // @ts-expect-error a record has one of the two shapes
  await piecework.record({ ...work, ...model, services: [model] })
  // @ts-expect-error the same holds for a list of records
  await piecework.usage.record([work])
}

/** Lost records can be recorded again as they are. */
export async function recordAgain(
  piecework: Piecework,
  lost: readonly UsageRecord[],
): Promise<void> {
  await piecework.usage.record(lost)
}
