import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { installClient } from './support/installed-client.ts'

let folder = ''
let received: string[] = []
let isAway = false
const server = createServer(async (request, response) => {
  const body = await text(request)
  if (isAway) return response.destroy()
  const { records } = JSON.parse(body)
  received.push(...records.map((it: { idempotencyKey: string }) => it.idempotencyKey))
  const success = records.map((_record: unknown, index: number) => ({ index, stored: true }))
  return response.end(JSON.stringify({ results: { success, failed: [] } }))
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  folder = await mkdtemp(join(tmpdir(), 'piecework-exit-'))
  await symlink(join(await installClient(), 'node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  received = []
  isAway = false
})

const start = (ending: string) => `
import { Piecework } from '@piecework/client'
const options = {
  apiKey: 'pw_sk_live_1',
  baseUrl: 'http://127.0.0.1:${(server.address() as AddressInfo).port}',
  recording: {
    flushAtExit: true,
    flushInterval: 60_000,
    onLost: ({ reason, records }) => console.log(reason, records.map((it) => it.idempotencyKey).join()),
  },
}
const piecework = new Piecework(options)
const used = { customerExternalId: 'acme', agentCode: 'a', signalName: 's', model: 'm', modelProvider: 'p' }
const record = (idempotencyKey) => piecework.record({ ...used, idempotencyKey })
record('one')
record('two')
${ending}
`

/** Runs a separate process; returns its exit and its output. */
async function run(ending: string, whenItWaits?: (kill: (signal: NodeJS.Signals) => void) => void) {
  const file = join(folder, 'program.mjs')
  writeFileSync(file, start(ending))
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
    if (String(chunk).includes('waiting')) whenItWaits?.((signal) => void child.kill(signal))
  })
  const [code, signal] = await exit
  return { code, signal, said }
}

const WAIT = "console.log('waiting')\nsetInterval(() => undefined, 1_000)"

test('a process without further work sends its records', async () => {
  expect(await run('')).toMatchObject({ code: 0, said: '' })
  expect(received).toEqual(['one', 'two'])
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends the process after its records are sent',
  async (signal) => {
    const ended = await run(WAIT, (kill) => kill(signal))
    expect(ended).toMatchObject({ code: null, signal })
    expect(received).toEqual(['one', 'two'])
  },
)

test('another signal listener decides when the process ends', async () => {
  const ending = `process.on('SIGTERM', async () => {
    await piecework.close()
    process.exit(7)
  })
  ${WAIT}`
  expect(await run(ending, (kill) => kill('SIGTERM'))).toMatchObject({ code: 7, signal: null })
  expect(received).toEqual(['one', 'two'])
})

test.each([
  ['3', 'process.__signal_exit_emitter__ = { count: 1 }'],
  ['4', "globalThis[Symbol.for('signal-exit emitter')] = { count: 1 }"],
])(
  'the listeners of signal-exit %s, which wait for the last one, decide nothing',
  async (_, load) => {
    const ending = `${load}
  const end = () => {
    if (process.listenerCount('SIGTERM') !== 1) return
    process.off('SIGTERM', end)
    process.kill(process.pid, 'SIGTERM')
  }
  process.on('SIGTERM', end)
  ${WAIT}`
    expect(await run(ending, (kill) => kill('SIGTERM'))).toEqual({
      code: null,
      signal: 'SIGTERM',
      said: 'waiting\n',
    })
    expect(received).toEqual(['one', 'two'])
  },
)

test('a client records on while another signal listener decides', async () => {
  const ending = `process.on('SIGTERM', async () => {
    while (piecework.counts.stored < 2) await new Promise((resolve) => setTimeout(resolve, 10))
    record('three')
    await piecework.flush()
    process.exit(7)
  })
  ${WAIT}`
  const ended = await run(ending, (kill) => kill('SIGTERM'))
  expect(ended).toEqual({ code: 7, signal: null, said: 'waiting\n' })
  expect(received).toEqual(['one', 'two', 'three'])
})

test('a second signal loses nothing while another listener decides', async () => {
  isAway = true
  const ending = `process.once('SIGTERM', () => {
    process.on('SIGTERM', () => void piecework.flush().then(() => process.exit(7)))
    console.log('waiting')
  })
  ${WAIT}`
  let signals = 0
  const ended = await run(ending, (kill) => {
    isAway = signals++ === 0
    kill('SIGTERM')
  })
  expect(ended).toEqual({ code: 7, signal: null, said: 'waiting\nwaiting\n' })
  expect(received).toEqual(['one', 'two'])
})

test('the two forms of the package end the process together', async () => {
  const ending = `const { createRequire } = await import('node:module')
  const other = createRequire(import.meta.url)('@piecework/client')
  console.log(other.Piecework === Piecework)
  const second = new other.Piecework(options)
  second.record({ ...used, idempotencyKey: 'three' })
  ${WAIT}`
  const ended = await run(ending, (kill) => kill('SIGTERM'))
  expect(ended).toEqual({ code: null, signal: 'SIGTERM', said: 'false\nwaiting\n' })
  expect(received.toSorted()).toEqual(['one', 'three', 'two'])
})

test('a listener of a single call decides too, even if it was added first', async () => {
  const ending = `await piecework.close()
  process.once('SIGTERM', () => setTimeout(() => process.exit(7), 300))
  new Piecework(options)
  ${WAIT}`
  expect(await run(ending, (kill) => kill('SIGTERM'))).toMatchObject({ code: 7, signal: null })
})

const TWELVE = `process.on('warning', ({ message }) => console.log(message))
const all = Array.from({ length: 12 }, (_, index) => {
  const one = new Piecework(options)
  one.record({ ...used, idempotencyKey: 'of-' + index })
  return one
})
const count = () => ['beforeExit', 'exit', 'SIGTERM', 'SIGINT'].map((it) => process.listenerCount(it))
`
const KEYS = Array.from({ length: 12 }, (_, index) => `of-${index}`)

test('twelve clients share the listeners of the process, which the last one removes', async () => {
  const ending = `${TWELVE}
  console.log(count().join())
  for (const one of all) await one.close()
  console.log(count().join())
  await piecework.close()
  console.log(count().join())`
  expect(await run(ending)).toMatchObject({ code: 0, said: '1,1,1,1\n1,1,1,1\n0,0,0,0\n' })
  expect(received.toSorted()).toEqual([...KEYS, 'one', 'two'].toSorted())
})

test('a signal ends the process after the records of twelve clients are sent', async () => {
  const ended = await run(TWELVE + WAIT, (kill) => kill('SIGTERM'))
  expect(ended).toMatchObject({ code: null, signal: 'SIGTERM', said: 'waiting\n' })
  expect(received.toSorted()).toEqual([...KEYS, 'one', 'two'].toSorted())
})

test('a process that exits immediately reports unsent records as lost', async () => {
  expect(await run('process.exit(3)')).toMatchObject({ code: 3, said: 'closed one,two\n' })
  expect(received).toEqual([])
})

test('a second signal ends the wait', async () => {
  isAway = true
  const ended = await run(WAIT, (kill) => {
    kill('SIGTERM')
    setTimeout(() => kill('SIGTERM'), 300)
  })
  expect(ended).toMatchObject({ signal: 'SIGTERM' })
  expect(ended.said).toContain('closed one,two')
})

test('a process that continues after being idle can record again', async () => {
  const ending = `let again = 0
  process.on('beforeExit', () => {
    if (again++ === 0) setTimeout(() => record('three'), 200)
  })`
  const ended = await run(ending)
  expect(ended.code).toBe(0)
  expect(received).toEqual(['one', 'two', 'three'])
})
