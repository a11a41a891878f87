import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { programEnv } from '../../test/support/program-env.ts'
import { useTestApp } from '../../test/support/use-app.ts'

const CLI = join(import.meta.dirname, '../cli.ts')

const t = useTestApp()

test('a command continues to its end after its output is closed', async () => {
  const child = spawn(process.execPath, [CLI, 'organizations', 'list'], {
    env: programEnv({ DATABASE_URL: t.database.url }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect([code, errors]).toEqual([0, ''])
})
