import { expect, vi } from 'vitest'
import type { Api } from './app.ts'

/** Moves the test clock and waits until everything due by then has happened. */
export async function moveClock(api: Api, now: string): Promise<void> {
  const { status, body } = await api.post('/v1/test-clock', { now })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  const hasArrived = async () => expect((await api.get('/v1/test-clock')).body.movingTo).toBeNull()
  await vi.waitFor(hasArrived, { timeout: 120_000, interval: 50 })
}
