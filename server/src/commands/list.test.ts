import { expect, test } from 'vitest'
import { createApi } from '../../test/support/app.ts'
import { runHere } from '../../test/support/run-here.ts'
import { llm } from '../../test/support/usage.ts'
import { useTestApp } from '../../test/support/use-app.ts'

const t = useTestApp()

async function run(...args: string[]) {
  const { output } = await runHere(t.database.url, ...args)
  return output.trimEnd().split('\n')
}

test('keys list has headings, and says which keys are active and when each was used last', async () => {
  await t.api.get('/v1/verify')
  const { rows } = await t.database.pool.query<{ id: string; used: Date | null; name: string }>(
    'select id, name, last_used_at as used from api_keys order by created_at, id',
  )
  const used = rows.find(({ name }) => name === 'secret')
  const unused = rows.find(({ name }) => name === 'publishable')
  await run('keys', 'revoke', unused?.id ?? '')
  const [headings, ...lines] = await run('keys', 'list')
  expect(headings).toMatch(/^ID +TYPE +SCOPE .* LAST USED +STATE +NAME$/)
  expect(lines).toHaveLength(2)
  const lineOf = (id = '') => lines.find((line) => line.startsWith(id))
  expect(lineOf(used?.id)).toContain(` ${used?.used?.toISOString()}  active `)
  expect(lineOf(unused?.id)).toMatch(/ never +revoked 20\S+ +publishable$/)
})

test('keys create makes a key that may only record usage', async () => {
  const [key = ''] = await run('keys', 'create', '--type', 'secret', '--scope', 'record')
  const worker = createApi(t.app, key)
  expect((await worker.record(llm())).status).toBe(200)
  expect((await worker.get('/v1/events')).status).toBe(403)
  const [, ...lines] = await run('keys', 'list')
  expect(lines.filter((line) => / secret +record +test /.test(line))).toHaveLength(1)
})

test('a use is noted once a minute at most', async () => {
  const lastUse = async () =>
    (await t.database.pool.query(`select last_used_at from api_keys where name = 'secret'`)).rows
  await t.api.get('/v1/verify')
  const first = await lastUse()
  t.dependencies.authenticator.forget()
  await t.api.get('/v1/verify')
  expect(await lastUse()).toEqual(first)
})

test('organizations list shows all organizations', async () => {
  const [headings, ...lines] = await run('organizations', 'list')
  expect(headings).toMatch(/^ID +SLUG +CREATED +NAME$/)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(
    new RegExp(`^${t.organization.id} +test-organization .* Test organization$`),
  )
})
