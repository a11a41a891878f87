/** Runs next to `webhooks.ts`: the receivers of webhooks, and the changes that they are told of. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { publishEvents } from '../src/features/outbox/outbox.ts'
import { openDatabase } from '../src/platform/database.ts'

export type LoadRequest =
  | { kind: 'open' }
  | { kind: 'burst'; url: string; subjects: Subject[]; perSecond: number; seconds: number }
export type LoadAnswer = { port: number } | { published: number; seconds: number }

/** A customer that changes. */
export type Subject = { organizationId: string; customerId: string }

/** Changes of one transaction. */
const AT_ONCE = 10

process.on('message', (request: LoadRequest) => {
  void (request.kind === 'open' ? open() : burst(request)).then((answer: LoadAnswer) =>
    process.send?.(answer),
  )
})

async function open() {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port }
}

/** Publishes changes at a steady rate. */
async function burst({ url, subjects, perSecond, seconds }: Extract<LoadRequest, { url: string }>) {
  const { db, close } = openDatabase({ url, poolSize: 4, onIdleError: () => undefined })
  const startedAt = performance.now()
  const pending: Promise<void>[] = []
  let published = 0
  while (published < perSecond * seconds) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond)
    for (; published + AT_ONCE <= Math.min(due, perSecond * seconds); published += AT_ONCE) {
      const changed = Array.from({ length: AT_ONCE }, (_, n) => {
        const { organizationId, customerId } = subjects[
          (published + n) % subjects.length
        ] as Subject
        const type = 'customer.updated' as const
        return { type, organizationId, customerId, id: customerId }
      })
      const now = new Date()
      const times = { now, businessNow: now }
      pending.push(db.transaction().execute((tx) => publishEvents(tx, changed, times)))
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(pending)
  await close()
  return { published, seconds: (performance.now() - startedAt) / 1_000 }
}
