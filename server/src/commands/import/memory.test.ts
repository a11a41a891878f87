import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { useOpened } from '../../../test/support/use-app.ts'
import { createFolder, runImport } from './test-support.ts'

const folder = useOpened(createFolder)

const mapping = {
  map: ['usageDate=time', 'inputTokens=in', 'metadata.note=note'],
  set: [
    ...['customerExternalId=acme', 'agentCode=coder', 'signalName=edit'],
    ...['model=gpt-4o', 'modelProvider=openai'],
  ],
}

async function writeRows(count: number): Promise<string> {
  const path = await folder.write('')
  const stream = createWriteStream(path)
  stream.write('time,in,note\n')
  for (let index = 0; index < count; index += 1) {
    const isRoom = stream.write(
      `2026-03-01 10:00:00.${index},${index},${'x'.repeat(150)}${index}\n`,
    )
    if (!isRoom) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
  return path
}

test('a file far larger than the memory is imported', async () => {
  const path = await writeRows(100_000)
  const code = `
    import(${JSON.stringify(new URL('test-support.ts', import.meta.url).href)}).then(async ({ runImport }) => {
      const send = async (records) => ({ results: { success: [], failed: [] } })
      const { counts } = await runImport({ path: ${JSON.stringify(path)}, mapping: ${JSON.stringify(mapping)}, send })
      require('node:worker_threads').parentPort.postMessage(counts.read)
    })`
  // 20 MB of rows, which take several times as much memory as records. The heap of the thread is
  // limited to 40 MB.
  const limits = { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 8 }
  const worker = new Worker(code, { eval: true, resourceLimits: limits })
  const [read] = await once(worker, 'message')
  expect(read).toBe(100_000)
  await worker.terminate()
})

test('reading waits for the database: the number of batches in progress is limited', async () => {
  const path = await writeRows(5_000)
  let underWay = 0
  let most = 0
  const send = async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise(setImmediate)
    underWay -= 1
    return { processed: 0, successful: 0, failed: 0, results: { success: [], failed: [] } }
  }
  await runImport({ path, mapping, send, deps: { parallel: 3 } })
  expect(most).toBe(3)
})
