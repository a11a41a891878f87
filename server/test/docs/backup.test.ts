import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUpOnExit } from '../support/clean-up-on-exit.ts'
import { blocksOf, ROOT } from './support/pages.ts'

const CLI = join(ROOT, 'server/src/cli.ts')
const env = { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'piecework-docs-'))
  cleanUpOnExit(
    { dataDir: join(folder, 'data') },
    { dataDir: join(folder, 'data-restored') },
    { folder },
  )
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

/** Returns the shell blocks of a documentation page. */
async function shellBlocks(page: string): Promise<string[]> {
  const text = await readFile(join(ROOT, 'docs', page), 'utf8')
  const blocks = blocksOf(page, text).filter(({ kind }) => kind === 'sh')
  return blocks.map((block) => block.text)
}

/** Runs a block as printed, in a temporary folder instead of the checkout. */
function run(block: string) {
  const cli = `"${process.execPath}" "${CLI}"`
  const script = block.replaceAll('npm run -s piecework --', cli)
  return promisify(execFile)('sh', ['-ec', script], { cwd: folder, env })
}

type Service = { child: ChildProcess; url: string; key: string | undefined }

async function startService(): Promise<Service> {
  const child = spawn(process.execPath, [CLI, 'serve'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
    if (url && output.includes('/docs')) {
      return { child, url, key: /\w+_sk_test_[\w-]+/.exec(output)?.[0] }
    }
  }
  throw new Error(`the service did not start:\n${output}`)
}

async function stopService({ child }: Service): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const secretIn = (dataDir: string) => readFile(join(folder, dataDir, 'secret'), 'utf8')

async function countEvents({ url }: Service, key: string): Promise<number> {
  const answer = await fetch(`${url}/v1/events`, { headers: { 'x-api-key': key } })
  const body: unknown = await answer.json()
  return (body as { totalResults: number }).totalResults
}

test('the commands of the backup page restore recorded usage, with and without a running service', async () => {
  const [backup, restore, restoreBeside] = await shellBlocks('backup.md')
  const first = await startService()
  const key = first.key ?? ''
  const record = {
    customerExternalId: 'acme',
    agentCode: 'agent',
    signalName: 'ticket',
    model: 'gpt-4o',
    modelProvider: 'openai',
  }
  const recorded = await fetch(`${first.url}/v1/usage/record`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ records: [record] }),
  })
  expect(await recorded.json()).toMatchObject({ successful: 1 })
  expect((await run(backup ?? '')).stdout).toMatch(/^piecework-backup\.gz: \d+ tables, \d+ rows/)
  expect((await run(restoreBeside ?? '')).stdout).toMatch(/^restored \d+ tables/)
  expect(await countEvents(first, key)).toBe(1)
  await stopService(first)

  expect((await run(restore ?? '')).stdout).toMatch(/^restored \d+ tables/)
  const second = await startService()
  expect(second.key).toBeUndefined()
  // Links mailed before are still valid.
  expect(await secretIn('data')).toBe(await secretIn('data.before'))
  expect(await countEvents(second, key)).toBe(1)
  await stopService(second)
  expect(await readdir(folder)).toEqual(
    expect.arrayContaining(['data', 'data-restored', 'data.before', 'piecework-backup.gz']),
  )
}, 120_000)

test('the command of the upgrading page writes a backup, without a service too', async () => {
  const [backup] = await shellBlocks('upgrading.md')
  expect((await run(backup ?? '')).stdout).toMatch(/^before-upgrade\.gz: \d+ tables/)
}, 60_000)
