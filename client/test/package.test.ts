import { execFile } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '../src/version.ts'
import { installClient } from './support/installed-client.ts'

const run = promisify(execFile)
const BIN = join(import.meta.dirname, '../../node_modules/.bin')
const TIME = 120_000

let user = ''
let installed = ''
beforeAll(async () => {
  const folder = await installClient()
  installed = join(folder, 'node_modules/@piecework/client')
  user = await mkdtemp(join(tmpdir(), 'piecework-user-'))
  await symlink(join(folder, 'node_modules'), join(user, 'node_modules'))
}, TIME)
afterAll(() => rm(user, { recursive: true, force: true }))

const packageJson = () => JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))

test('the package has no dependencies', () => {
  expect(packageJson()).not.toHaveProperty('dependencies')
  expect(packageJson()).not.toHaveProperty('peerDependencies')
  expect(readdirSync(join(installed, '..'))).toEqual(['client'])
})

test('the package contains its license, its guides and its version', () => {
  expect(readdirSync(installed).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'VERSIONS.md',
    'dist',
    'package.json',
  ])
  expect(packageJson().version).toBe(VERSION)
})

test('the linters of packages find nothing', { timeout: TIME }, async () => {
  const [tarball = ''] = globSync('*.tgz', { cwd: join(installed, '../../..') })
  await run(join(BIN, 'publint'), ['--strict', installed])
  await run(join(BIN, 'attw'), [join(installed, '../../..', tarball)])
})

const PROGRAM = `
const piecework = new Piecework({ apiKey: 'pw_sk_test_1', fetch: async () => { throw new Error('off') } })
piecework.record({ customerExternalId: 'acme', agentCode: 'a', signalName: 's', model: 'm', modelProvider: 'p' })
console.log(typeof piecework.customers.list, VERSION, piecework.counts.recorded, anthropicTokens({ input_tokens: 1 }).inputTokens)
`

const FORMS = [
  ['module.mjs', "import { Piecework, VERSION, anthropicTokens } from '@piecework/client'"],
  ['common.cjs', "const { Piecework, VERSION, anthropicTokens } = require('@piecework/client')"],
] as const

test.each(FORMS)('%s uses it, and ends although a record is not sent', async (file, imported) => {
  await writeFile(join(user, file), imported + PROGRAM)
  const { stdout } = await run(process.execPath, [file], { cwd: user, timeout: TIME })
  expect(stdout.trim()).toBe(`function ${VERSION} 1 1`)
})

const TYPED = `
const piecework = new Piecework({ apiKey: 'pw_sk_test_1', logger: console, headers: { 'x-a': 'b' } })
export async function use(): Promise<string[]> {
  const page: CustomerList = await piecework.customers.list({ status: 'active' })
  const names = page.results.map((customer: Customer) => customer.name)
  for await (const invoice of piecework.invoices.list({ status: ['issued'] })) names.push(invoice.currency)
  const plan = await piecework.pricingPlans.create({ name: 'Pro' }, { idempotencyKey: 'plan-pro' })
  const nothing: undefined = await piecework.pricingPlans.delete(plan.id)
  const { data, requestId } = await piecework.customers.list().withResponse()
  names.push(requestId ?? '', ...data.results.map(({ name }) => name))
  const asked = piecework.request<{ id: string }>({ method: 'POST', path: '/v1/new', body: {} })
  names.push((await asked).id, (await asked.withResponse()).headers.get('etag') ?? '')
  // @ts-expect-error the answer of a request is not known
  names.push((await piecework.request({ method: 'GET', path: '/v1/new' })).id)
  // @ts-expect-error there is no such status
  await piecework.invoices.list({ status: ['open'] })
  // @ts-expect-error a customer has a name
  await piecework.customers.create({})
  // @ts-expect-error a DELETE has no key
  await piecework.agents.delete('a', { idempotencyKey: 'k' })
  // @ts-expect-error customers do not come as CSV
  await piecework.csv('/v1/customers')
  const csv: string = await piecework.csv('/v1/events', { query: { startDate: '2026-03-01' } })
  return await piecework.run({ customer: 'acme', agent: 'a', signal: 's' }, async (job) => {
    job.add({ model: 'm', modelProvider: 'p', ...anthropicTokens({ input_tokens: 1 }) })
    return [csv, ...names, String(nothing)]
  })
}
`

test.each(['typed.mts', 'typed.cts'])('%s gets its types', { timeout: TIME }, async (file) => {
  const names = 'Piecework, anthropicTokens, type Customer, type CustomerList'
  await writeFile(join(user, file), `import { ${names} } from '@piecework/client'\n${TYPED}`)
  await checkTypes([file], [])
})

test('the code in the README compiles', { timeout: TIME }, async () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
  const files = blocks.map((_code, index) => `readme-${index}.mts`)
  expect(files.length).toBeGreaterThan(3)
  for (const [at, file] of files.entries()) await writeFile(join(user, file), blocks[at] ?? '')
  const types = ['--typeRoots', join(BIN, '../@types'), '--types', 'node']
  await checkTypes(files, types)
})

async function checkTypes(files: string[], flags: string[]): Promise<void> {
  const module = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable']
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit']
  const types = flags.length === 0 ? ['--types', ''] : flags
  const checked = run(join(BIN, 'tsc'), [...module, ...strict, ...types, ...files], { cwd: user })
  await checked.catch(({ stdout }) => {
    throw new Error(stdout)
  })
}
