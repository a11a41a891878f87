import { appendFile, readFile, rename } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestOrganization, type TestApp } from '../../../test/support/app.ts'
import { useOpened, useTestApp } from '../../../test/support/use-app.ts'
import { AppError } from '../../platform/errors.ts'
import { describeResult } from './report/report.ts'
import { createFailuresFile } from './rows/failures-file.ts'
import type { Send } from './send-with-retry.ts'
import { COMMAS, createFolder, runImport, senderOf, type TestMapping } from './test-support.ts'

const service = useTestApp()
const folder = useOpened(createFolder)
// Each test has its own organization, so that events can be counted.
let app: TestApp
beforeEach(async () => {
  app = { ...service, organization: await createTestOrganization(service.dependencies) }
})

const HEADER = 'time,customer,model,in,out,cost\n'
const mapping: TestMapping = {
  map: ['usageDate=time', 'customerExternalId=customer', 'model=model'],
  set: ['modelProvider=openai', 'agentCode=coder', 'signalName=edit'],
}
const withTokens: TestMapping = {
  ...mapping,
  map: [...(mapping.map ?? []), 'inputTokens=in', 'outputTokens=out'],
}

/** 1,000 input and 500 output tokens of gpt-4o: 0.0075 USD. */
const line = (second: number, customer = 'acme') =>
  `2026-03-01 10:00:${String(second % 60).padStart(2, '0')}.${second},${customer},gpt-4o,1000,500,0.0075\n`
const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index)).join('')

async function events() {
  const rows = await service.dependencies.db
    .selectFrom('usageEvents')
    .select(['usageDate', 'usageCost', 'quantity', 'eventProcessed', 'runId'])
    .where('organizationId', '=', app.organization.id)
    .orderBy('usageDate')
    .execute()
  return rows
}

const importFile = (path: string, more: Partial<Parameters<typeof runImport>[0]> = {}) =>
  runImport({ path, mapping: withTokens, send: senderOf(app), ...more })

describe('importing usage', () => {
  test('stores each row with its cost at the price list', async () => {
    const path = await folder.write(HEADER + lines(250))
    const { counts, stopped } = await importFile(path)
    expect(stopped).toBeUndefined()
    expect(counts).toEqual({
      read: 250,
      costed: 250,
      uncosted: 0,
      alreadyThere: 0,
      failed: 0,
      cost: '1.875',
    })
    const stored = await events()
    expect(stored).toHaveLength(250)
    expect(stored[0]).toMatchObject({ eventProcessed: null })
    expect(stored[0]?.usageDate.toISOString()).toBe('2026-03-01T10:00:00.000Z')
  })

  test('stores nothing new when it is run again, also with another name and line ends', async () => {
    const path = await folder.write(HEADER + lines(130))
    await importFile(path)
    await rename(path, `${path}.renamed`)
    const again = await importFile(`${path}.renamed`)
    expect(again.counts).toMatchObject({ costed: 0, alreadyThere: 130, cost: '0' })
    const windows = `\uFEFF${(HEADER + lines(130)).replaceAll('\n', '\r\n')}`
    const other = await importFile(await folder.write(windows))
    expect(other.counts).toMatchObject({ costed: 0, alreadyThere: 130 })
    expect(await events()).toHaveLength(130)
  })

  test('stores only the rows that were added since', async () => {
    const path = await folder.write(HEADER + lines(120))
    await importFile(path)
    await appendFile(path, line(500) + line(0))
    // The last row equals the first one: it is additional work of the same kind, not a repeat.
    expect((await importFile(path)).counts).toMatchObject({ costed: 2, alreadyThere: 120 })
  })

  test('stores equal rows of one file each, once', async () => {
    const path = await folder.write(HEADER + line(1) + line(1) + line(2) + line(1))
    expect((await importFile(path)).counts).toMatchObject({ costed: 4 })
    expect((await importFile(path)).counts).toMatchObject({ costed: 0, alreadyThere: 4 })
  })

  test('stores equal rows of files that are said to be different sources', async () => {
    const path = await folder.write(HEADER + line(1))
    await importFile(path, { source: 'server-1' })
    const other = await importFile(path, { source: 'server-2' })
    expect(other.counts).toMatchObject({ costed: 1, alreadyThere: 0 })
  })

  test('uses the keys of the file where it has some', async () => {
    const withKeys = { ...withTokens, map: [...(withTokens.map ?? []), 'idempotencyKey=cost'] }
    const [first, second] = [line(1), line(1)].map((text, index) =>
      text.replace('0.0075', index === 0 ? 'key-1' : ''),
    )
    const path = await folder.write(`${HEADER}${first}${second}`)
    expect((await importFile(path, { mapping: withKeys })).counts).toMatchObject({ costed: 2 })
    const repeat = await app.dependencies.db
      .selectFrom('usageEvents')
      .select('payload')
      .where('organizationId', '=', app.organization.id)
      .where('idempotencyHash', 'is not', null)
      .execute()
    const keys = repeat.map(({ payload }) => JSON.parse(payload ?? '').idempotencyKey).sort()
    expect(keys).toEqual([expect.stringMatching(/^csv:/), 'key-1'])
    expect((await importFile(path, { mapping: withKeys })).counts).toMatchObject({ costed: 0 })
  })

  test('refuses to store a row a second time under another mapping', async () => {
    const path = await folder.write(HEADER + line(1))
    await importFile(path, { mapping })
    const { counts, failures } = await importFile(path)
    expect(counts).toMatchObject({ costed: 0, failed: 1 })
    expect(failures[0]?.reason).toMatch(/^idempotencyKey was used before/)
  })
})

describe('stopping in the middle', () => {
  test('a repeat completes it exactly', async () => {
    const path = await folder.write(HEADER + lines(950))
    let sent = 0
    const send: Send = async (records) => {
      sent += 1
      if (sent > 5) throw new Error('the process died here')
      return senderOf(app)(records)
    }
    await expect(importFile(path, { send })).rejects.toThrow('the process died here')
    expect(await events()).toHaveLength(500)
    const { counts } = await importFile(path)
    expect(counts).toMatchObject({ read: 950, costed: 450, alreadyThere: 500, cost: '3.375' })
    expect(await events()).toHaveLength(950)
  })

  test('on a signal, rows that were sent are kept and counted', async () => {
    const path = await folder.write(HEADER + lines(900))
    const controller = new AbortController()
    const send: Send = async (records) => {
      controller.abort()
      return senderOf(app)(records)
    }
    const deps = { signal: controller.signal, parallel: 1 }
    const { counts, stopped } = await importFile(path, { send, deps })
    expect(stopped).toBe('interrupted')
    expect(counts.costed).toBe((await events()).length)
    expect(counts.costed).toBeLessThan(900)
    expect((await importFile(path)).counts.costed).toBe(900 - counts.costed)
  })

  test('a batch is sent again while the database is away, and stored once', async () => {
    const path = await folder.write(HEADER + lines(300))
    let attempts = 0
    const send: Send = async (records) => {
      attempts += 1
      const answer = attempts % 2 === 0 ? await senderOf(app)(records) : undefined
      // Some batches whose answer was lost had been stored.
      if (attempts === 2 || !answer)
        throw new AppError('unavailable', 'The database is away', { retryAfterSeconds: 1 })
      return answer
    }
    const { counts, tally, stopped } = await importFile(path, { send })
    expect(stopped).toBeUndefined()
    expect(counts).toMatchObject({ read: 300, failed: 0 })
    expect(counts.costed + counts.alreadyThere).toBe(300)
    expect(tally.resent).toBeGreaterThan(0)
    expect(await events()).toHaveLength(300)
  })

  test('gives up when the database stays away, and says so', async () => {
    const path = await folder.write(HEADER + lines(300))
    const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const { counts, stopped } = await importFile(path, { send: () => Promise.reject(lost) })
    expect(stopped).toBe('unavailable')
    expect(counts.costed).toBe(0)
  })
})

describe('rows that cannot be stored', () => {
  const content =
    HEADER +
    line(1) +
    '2026-03-01,,gpt-4o,1,1,0\n' +
    '2026-03-01,acme,gpt-4o,1.5,1,0\n' +
    '2026-03-01,acme,gpt-4o,-1,1,0\n' +
    'not a date,acme,gpt-4o,1,1,0\n' +
    '2026-03-01,acme,gpt-4o\n' +
    '2026-03-01,acme,gpt-4o,2.5,1,"=1+1"\n' +
    line(2)

  test('are reported by reason and row, and the others are stored', async () => {
    const { counts, tally } = await importFile(await folder.write(content))
    expect(counts).toMatchObject({ read: 8, costed: 2, failed: 6 })
    expect(tally.failures.list()).toEqual([
      { name: 'inputTokens is not a whole number', count: 2, firstRows: [4, 8] },
      { name: 'customerExternalId is empty', count: 1, firstRows: [3] },
      {
        name: expect.stringMatching(/^inputTokens must be a whole number from 0 to \d+$/),
        count: 1,
        firstRows: [5],
      },
      { name: 'the row does not have as many cells as the header', count: 1, firstRows: [7] },
      { name: expect.stringMatching(/^usageDate is not a date/), count: 1, firstRows: [6] },
    ])
    expect(await events()).toHaveLength(2)
  })

  test('are written to a file that can be repaired and imported', async () => {
    const failuresPath = `${folder.path}/failures.csv`
    const header = HEADER.trim().split(',')
    const file = await createFailuresFile(failuresPath, header, COMMAS)
    await importFile(await folder.write(content), {
      deps: { onFailure: (row, reason) => file.write(row, reason) },
    })
    await file.close()
    const text = await readFile(failuresPath, 'utf8')
    expect(text.split('\n')[0]).toBe(`piecework_row,piecework_reason,${HEADER.trim()}`)
    expect(text).toContain('3,customerExternalId is empty,2026-03-01,,gpt-4o,1,1,0\n')
    expect(text).toContain(
      '7,the row does not have as many cells as the header,2026-03-01,acme,gpt-4o\n',
    )
    expect(text).toContain('2.5,1,=1+1\n')
    const repaired = await folder.write(text.replace('2.5,1,', '25,1,'))
    expect((await importFile(repaired)).counts).toMatchObject({ costed: 1, failed: 5 })
    // The same repair in the original file results in the same row.
    const original = await folder.write(content.replace('2.5,1,"', '25,1,"'))
    expect((await importFile(original)).counts).toMatchObject({ costed: 0, alreadyThere: 3 })
  })

  test('unknown models are stored without a cost and counted by name', async () => {
    const unknown = line(1).replace('gpt-4o', 'Gpt-Unheard-Of')
    const path = await folder.write(HEADER + line(0) + unknown + unknown)
    const { counts, tally } = await importFile(path)
    expect(counts).toMatchObject({ costed: 1, uncosted: 2, failed: 0 })
    expect(tally.uncostedServices.list()).toEqual([
      { name: 'openai/gpt-unheard-of', count: 2, firstRows: [3, 4] },
    ])
    const again = await importFile(path)
    expect(again.counts).toMatchObject({ costed: 0, uncosted: 0, alreadyThere: 3 })
    expect(again.tally.uncostedServices.list()).toEqual([])
  })
})

describe('the report', () => {
  test('shows the outcome of every row, and compares the costs', async () => {
    const other = line(3).replace('0.0075', '0.015')
    const path = await folder.write(`${HEADER}${line(1)}${other}2026-03-01,,gpt-4o,1,1,0\n`)
    const result = await importFile(path, { compare: 'cost' })
    const report = describeResult(result, 'cost')
    expect(report.split('\n').map((text) => text.trim())).toEqual([
      '3  rows read',
      '2  stored with their cost: 0.015 USD',
      '0  stored without a cost',
      '0  already there',
      '1  failed',
      '',
      'Failed, by reason:',
      '1  customerExternalId is empty (row 4)',
      '',
      'Costs compared with the column cost:',
      '1  agree to 1e-9',
      '1  differ',
      '',
      'Different costs, by provider/model:',
      '1  openai/gpt-4o: computed 0.0075, recorded 0.015; computed/recorded is 0.5000 for 1; row 3',
    ])
  })
})
