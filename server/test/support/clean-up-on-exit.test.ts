import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test, vi } from 'vitest'
import { processStart } from '../../src/platform/program/process-start.ts'

const CRASH = join(import.meta.dirname, '../crash')

/** A test that starts the service and then blocks its event loop, so that it handles no signals. */
const HANGING_TEST = `
  const [crash] = process.argv.slice(1)
  const { createSite, findPostmaster } = await import(crash + '/site.ts')
  const { startProgram, waitUntilReady } = await import(crash + '/program.ts')
  const site = await createSite({ role: 'all', keepsFiles: false })
  const program = startProgram(site)
  await waitUntilReady(site, program)
  const postgres = await findPostmaster(site.dataDir)
  process.stdout.write(JSON.stringify({ folder: site.folder, pids: [program.pid, postgres] }) + '\\n')
  for (;;);
`

const left: number[] = []
afterAll(() => {
  for (const pid of left.filter(isRunning)) process.kill(pid, 'SIGKILL')
})

function isRunning(pid: number): boolean {
  const start = processStart(pid)
  if (start !== undefined || process.platform === 'linux')
    return start !== undefined && start !== 'ended'
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a test that hangs and is killed leaves no service, no PostgreSQL and no files', async () => {
  const hanging = spawn(process.execPath, ['--input-type=module', '--eval', HANGING_TEST, CRASH], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  left.push(hanging.pid ?? 0)
  const [line] = await once(createInterface({ input: hanging.stdout }), 'line')
  const { folder, pids }: { folder: string; pids: number[] } = JSON.parse(line)
  left.push(...pids)
  expect(pids.map(isRunning)).toEqual([true, true])
  hanging.kill('SIGKILL')
  await vi.waitFor(
    () => {
      expect(pids.map(isRunning)).toEqual([false, false])
      expect(existsSync(folder)).toBe(false)
    },
    { timeout: 60_000, interval: 50 },
  )
}, 180_000)
