import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cleanUpOnExit } from '../../../test/support/clean-up-on-exit.ts'
import { runHere } from '../../../test/support/run-here.ts'
import { useOpened, useOrganizationPerTest, useTestApp } from '../../../test/support/use-app.ts'
import { newId } from '../../platform/id.ts'
import { createFolder } from './test-support.ts'

const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url))

const service = useTestApp()
const folder = useOpened(createFolder)
const { organization } = useOrganizationPerTest(service)

const HEADER = 'time,who,in\n'
const FLAGS = [
  ...['--map', 'usageDate=time', '--map', 'customerExternalId=who', '--map', 'inputTokens=in'],
  ...['--set', 'agentCode=coder', '--set', 'signalName=edit'],
  ...['--set', 'model=gpt-4o', '--set', 'modelProvider=openai'],
]

const argumentsOf = (path: string, flags: string[]) => [
  ...['import', 'usage', path, '--organization', organization.id],
  ...flags,
]

function start(path: string, ...flags: string[]): ChildProcess {
  const child = spawn(process.execPath, [CLI, ...argumentsOf(path, flags)], {
    env: { ...process.env, DATABASE_URL: service.database.url, LOG_LEVEL: 'error' },
    stdio: 'ignore',
  })
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  return child
}

const run = (path: string, ...flags: string[]) =>
  runHere(service.database.url, ...argumentsOf(path, flags))

async function countEvents(): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from usage_events where organization_id = ${organization.id}`.execute(
    service.dependencies.db,
  )
  return Number(rows[0]?.count)
}

describe('piecework import usage', () => {
  test('exits with 0 when every row is stored, and again when all were there', async () => {
    const path = await folder.write(`${HEADER}2026-03-01,acme,1000\n2026-03-02,acme,1000\n`)
    const first = await run(path, ...FLAGS)
    expect(first).toMatchObject({ code: 0, errors: '' })
    expect(first.output).toContain('2  stored with their cost: 0.005 USD')
    const second = await run(path, ...FLAGS)
    expect(second.code).toBe(0)
    expect(second.output).toContain('2  already there')
    expect(await countEvents()).toBe(2)
  })

  test('exits with 2 when rows failed, and writes them to a file', async () => {
    const path = await folder.write(`${HEADER}2026-03-01,acme,1000\n2026-03-02,,1000\n`)
    const failures = `${folder.path}/failed.csv`
    const { code } = await run(path, ...FLAGS, '--failures', failures)
    expect(code).toBe(2)
    expect(await readFile(failures, 'utf8')).toBe(
      'piecework_row,piecework_reason,time,who,in\n3,customerExternalId is empty,2026-03-02,,1000\n',
    )
  })

  test('shows the first rows with their costs and stores nothing in a dry run', async () => {
    const path = await folder.write(`${HEADER}2026-03-01,acme,1000\n2026-03-02,,1000\n`)
    const { code, output } = await run(path, ...FLAGS, '--dry-run')
    expect(code).toBe(0)
    expect(output).toMatch(/row 2 .*"customerExternalId":"acme".*\n +costs 0\.0025000000 USD/)
    expect(output).toMatch(/row 3 .*\n +fails: customerExternalId is empty/)
    expect(await countEvents()).toBe(0)
  })

  test.each([
    ['an unknown column', ['--map', 'runId=run'], /no column "run"\n.* time, who, in/],
    ['an unknown cost column', ['--compare', 'cost'], /--compare: the file has no column "cost"/],
  ])('refuses %s at once with exit code 1', async (_, flags, message) => {
    const path = await folder.write(`${HEADER}2026-03-01,acme,1000\n`)
    const { code, errors } = await run(path, ...FLAGS, ...flags)
    expect(code).toBe(1)
    expect(errors).toMatch(message)
    expect(await countEvents()).toBe(0)
  })

  test('never empties the file that it imports', async () => {
    const path = await folder.write(`${HEADER}2026-03-01,acme,1000\n`)
    const { code, errors } = await run(path, ...FLAGS, '--failures', path)
    expect(code).toBe(1)
    expect(errors).toMatch(/must not be the file that is imported/)
  })

  test('killed in the middle and run again stores every row once', async () => {
    const rows = Array.from(
      { length: 6_000 },
      (_, index) => `2026-03-01,${index < 5_999 ? `acme-${index % 7}` : 'last'},${index}\n`,
    )
    const path = await folder.write(HEADER + rows.join(''))
    // The lock keeps the import from finishing: the customer of the last row is being created by
    // another transaction.
    const holder = await service.database.pool.connect()
    await holder.query('begin')
    await holder.query(
      `insert into customers (id, organization_id, external_id, name, created_at, updated_at)
       values ($1, $2, 'last', 'last', now(), now())`,
      [newId(), organization.id],
    )
    const child = start(path, ...FLAGS)
    const ended = once(child, 'exit')
    while ((await countEvents()) === 0) expect(child.exitCode).toBe(null)
    child.kill('SIGKILL')
    await ended
    const stored = await countEvents()
    await holder.query('rollback')
    holder.release()
    const { code, output } = await run(path, ...FLAGS)
    expect(code).toBe(0)
    const alreadyThere = Number(/^ +(\d+) {2}already there$/m.exec(output)?.[1])
    // What PostgreSQL had in its hands at the kill may have been committed a moment later.
    expect(alreadyThere).toBeGreaterThanOrEqual(stored)
    expect(alreadyThere).toBeLessThan(6_000)
    expect(await countEvents()).toBe(6_000)
  })
})
