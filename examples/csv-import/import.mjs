/**
 * Loads a file of finished jobs, for example each night: `import.mjs FILE`. The job's id is the key of its
 * record, so a file that is loaded again, also after it was cut off, counts nothing twice.
 *
 * Values with commas or quotes need a CSV library; years of history, `npm run piecework -- import usage`.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Piecework } from '@piecework/client'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: import.mjs FILE')

const piecework = new Piecework({ maxRetries: 5 })
const BATCH = 100
const sums = { stored: 0, duplicates: 0, uncosted: 0, refused: 0 }

const recordOf = (row) => ({
  customerExternalId: row.customer,
  agentCode: 'support-agent',
  signalName: row.signal,
  model: row.model,
  modelProvider: row.provider,
  inputTokens: Number(row.input_tokens),
  outputTokens: Number(row.output_tokens),
  // When the work was done, not when the file is loaded.
  usageDate: row.finished_at,
  idempotencyKey: row.job,
})

async function* batches() {
  let names
  let batch = []
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file) })) {
    line += 1
    const values = text.split(',')
    if (names === undefined) {
      names = values
      continue
    }
    if (text === '') continue
    const row = Object.fromEntries(names.map((name, at) => [name, values[at]]))
    batch.push({ line, record: recordOf(row) })
    if (batch.length === BATCH) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

for await (const batch of batches()) {
  const { results } = await piecework.usage.record(batch.map(({ record }) => record))
  for (const { duplicate } of results.success) {
    sums.stored += 1
    if (duplicate) sums.duplicates += 1
  }
  for (const { index, stored, error } of results.failed) {
    if (stored) {
      sums.stored += 1
      sums.uncosted += 1
    } else {
      sums.refused += 1
      console.error(`${file}:${batch[index].line} ${error}`)
    }
  }
}

console.log(
  `stored ${sums.stored} (${sums.duplicates} of them before), ` +
    `without a cost ${sums.uncosted}, refused ${sums.refused}`,
)
if (sums.refused > 0) process.exitCode = 1
