import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { startBadNetwork } from '../../../client/test/support/bad-network.ts'
import { CHANCES, expectStoredOnce } from '../../../client/test/support/exactly-once.ts'
import type { TestApp } from '../../../server/test/support/app.ts'
import { environment, ROOT } from './python.ts'

type Counts = { recorded: number; stored: number; duplicates: number; lost: number }

/**
 * Records `count` events over a bad network, by a process that is killed after each of these
 * numbers of records and started again. Then compares what is stored with what was recorded.
 */
export async function recordWithKills(t: TestApp, count: number, kills: readonly number[]) {
  const service = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const network = await startBadNetwork(service, CHANCES)
  const folder = await mkdtemp(join(tmpdir(), 'piecework-python-'))
  const env = environment({
    PIECEWORK_API_KEY: t.organization.secretKey,
    PIECEWORK_BASE_URL: network.url,
  })
  const start = (killedAt?: number) =>
    runUntil([join(ROOT, 'tests/programs/record_many.py'), String(count), join(folder, 'note')], {
      env,
      killedAt,
    })
  try {
    for (const killedAt of kills) expect(await start(killedAt)).toBeUndefined()
    const counts = await start()
    expect(counts).toMatchObject({ lost: 0 })
    await expectStoredOnce(t.organization.secretKey, service, count)
    return { counts, seen: network.seen, kills: kills.length }
  } finally {
    await network.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the program to its end, or kills it after `killedAt` records. Returns its counts. */
async function runUntil(
  args: string[],
  { env, killedAt }: { env: Record<string, string>; killedAt: number | undefined },
): Promise<Counts | undefined> {
  const child = spawn('python3', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  let counts: Counts | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === `recorded ${killedAt}`) child.kill('SIGKILL')
    if (line.startsWith('{')) counts = JSON.parse(line)
    if (line.startsWith('lost')) errors += line
  }
  const code = await ended
  if (killedAt === undefined && code !== 0) throw new Error(errors)
  return killedAt === undefined ? counts : undefined
}
