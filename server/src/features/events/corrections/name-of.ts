import type { EventName } from './find-event-by-key.ts'

/** Names an event in a message that it is not found. */
export function nameOf(event: EventName): string {
  if ('id' in event) return 'Event'
  const { customerExternalId: customer, idempotencyKey: key } = event
  return `Event with idempotencyKey ${JSON.stringify(key)} of customer ${JSON.stringify(customer)}`
}
