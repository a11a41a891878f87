import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { moveEvents } from '../../src/features/usage/move/move-events.ts'
import { must } from '../support/app.ts'
import { storeAsBefore } from '../support/events-of-before.ts'
import { runCommand } from '../support/run-command.ts'
import { llm, times } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()

test('a backup of a cluster is refused until the events of before are moved', async () => {
  const records = times(8, (n) => llm({ customerExternalId: `customer-${n}` }))
  await must(t.api.record(...records))
  await storeAsBefore(t.database.pool)
  const folder = await mkdtemp(join(tmpdir(), 'piecework-nodes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'backup.gz')
  const { code, output, errors } = await runCommand(t.database.url, 'backup', file)
  expect([code, output]).toEqual([1, ''])
  expect(errors).toContain('(8 are left)')
  expect(existsSync(file)).toBe(false)
  await moveEvents(t.dependencies)
  expect(await runCommand(t.database.url, 'backup', file)).toMatchObject({ code: 0, errors: '' })
  expect(existsSync(file)).toBe(true)
})
