// biome-ignore-all lint/suspicious/noExplicitAny: API responses, of which only ids are read
type Method = (path: string, body?: unknown) => Promise<any>
type Caller = { get: Method; post: Method }

const REASONS = [
  'The customer opened the ticket again on the next day, and a person answered it after two further messages',
  'Duplicate of another ticket',
  'Not solved',
]

/** Rejects outcomes, and withdraws one of the rejections. */
export async function reject(owner: Caller): Promise<void> {
  const { results } = await owner.get('/v1/events?eventProcessed=PROCESSED&limit=100')
  const outcomes = results.filter((one: { quantity: string }) => one.quantity !== '0')
  for (const [at, reason] of REASONS.entries()) {
    await owner.post(`/v1/events/${outcomes[at].id}/rejection`, { reason })
  }
  const withdrawal = { reason: 'The ticket was about something else' }
  await owner.post(`/v1/events/${outcomes[0].id}/rejection/withdraw`, withdrawal)
}
