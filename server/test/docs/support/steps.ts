/** Lets a test run a program block by block: `nextBlock` waits for a line of standard input. */
import { env, stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline'

const { BLOCK_END = '' } = env

const lines = createInterface({ input: stdin })[Symbol.asyncIterator]()
let isRunning = false

/** Ends the output of the block before, if there is one, and waits until the next one may begin. */
export async function nextBlock(): Promise<void> {
  if (isRunning) stdout.write(BLOCK_END)
  isRunning = true
  await lines.next()
}

// The pages show answers as JSON, in each language.
globalThis.console.log = (...values: unknown[]) => {
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  stdout.write(`${texts.join(' ')}\n`)
}
