import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { programEnv } from '../support/program-env.ts'
import { useTestApp } from '../support/use-app.ts'
import { untilWaiting } from '../support/waiting.ts'

const CLI = join(import.meta.dirname, '../../src/cli.ts')

const t = useTestApp()

/** Starts a separate process on the same database, to be killed. */
async function startProcess(): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [CLI, 'serve', '--role', 'api'], {
    env: programEnv({ PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: t.database.url }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (address) return { child, address }
  }
  throw new Error('the service ended before it listened')
}

test('repeating a request whose process was killed early runs it once', async () => {
  const { child, address } = await startProcess()
  const lock = await t.database.pool.connect()
  await lock.query('begin; lock table agents in exclusive mode')
  const request = {
    method: 'POST' as const,
    headers: {
      'x-api-key': t.organization.secretKey,
      'content-type': 'application/json',
      'idempotency-key': 'killed',
    },
    body: JSON.stringify({ name: 'Robot', agentCode: 'robot' }),
  }
  const cutOff = fetch(`${address}/v1/agents`, request).catch(() => 'cut off')
  await untilWaiting(t.database.pool, 1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await cutOff).toBe('cut off')
  await lock.query('commit')
  lock.release()

  const repeat = () => t.app.inject({ ...request, url: '/v1/agents', payload: request.body })
  expect((await repeat()).statusCode).toBe(409)
  const answer = await vi.waitFor(
    async () => {
      const made = await repeat()
      expect(made.statusCode).toBe(201)
      return made
    },
    { timeout: 20_000, interval: 500 },
  )
  expect((await repeat()).body).toBe(answer.body)
  const { rows } = await t.database.pool.query('select count(*)::int as count from agents')
  expect(rows).toEqual([{ count: 1 }])
}, 60_000)
