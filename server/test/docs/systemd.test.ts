import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cleanUpOnExit } from '../support/clean-up-on-exit.ts'

const ROOT = join(import.meta.dirname, '../../..')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'piecework-systemd-'))
  cleanUpOnExit({ dataDir: join(folder, 'data') }, { folder })
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

async function readUnit(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(join(ROOT, 'docs/systemd.md'), 'utf8')
  const unit = /```ini.*\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  return new Map(
    [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
  )
}

test('the systemd unit starts the service, which stops when its main process is told to', async () => {
  const unit = await readUnit()
  // Otherwise systemd signals every process at the same time.
  expect(unit.get('KillMode')).toBe('mixed')
  const [program = '', ...args] = (unit.get('ExecStart') ?? '').split(' ')
  const dataDir = join(folder, 'data')
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(basename(program), args, {
    cwd: ROOT,
    detached: true,
    env: { PATH, HOME, TMPDIR, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const ended = once(child, 'exit')
  await vi.waitFor(() => expect(output).toContain('Piecework is running'), {
    timeout: 180_000,
    interval: 50,
  })
  child.kill('SIGTERM')
  await ended
  expect(existsSync(join(dataDir, 'piecework.lock'))).toBe(false)
}, 240_000)
